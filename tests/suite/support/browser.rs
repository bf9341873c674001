//! A browser without a window, driven through its debugging pipe.
//!
//! Messages are JSON with a zero byte at the end; the browser reads them from its file 3 and writes to its file 4,
//! which a shell connects to the pipes of a child process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest that an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What browsers are called, the wanted one first.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The browser to test with: the one that `FOCUSCHECK_BROWSER` names, or one that is installed.
pub fn find() -> Option<String> {
    if let Some(named) = std::env::var_os("FOCUSCHECK_BROWSER") {
        return Some(named.to_string_lossy().into_owned());
    }
    let runs = |name: &&&str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    NAMES.iter().find(runs).map(|&name| name.to_owned())
}

/// A browser with one page.
pub struct Browser {
    process: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// What happened, oldest first.
    events: Vec<Value>,
    next: u64,
    session: Option<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts the browser with an empty page.
    pub fn start(program: &str) -> Browser {
        let profile = tempfile::tempdir().expect("a temporary directory");
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh", program])
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--no-first-run"])
            .args(["--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--hide-scrollbars"])
            .args(["--disable-background-networking", "--force-color-profile=srgb"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let input = process.stdin.take().expect("a pipe");
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|read| read > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { return };
                if sender.send(value).is_err() {
                    return;
                }
                message.clear();
            }
        });
        let mut browser = Browser {
            process,
            input,
            messages,
            events: Vec::new(),
            next: 0,
            session: None,
            _profile: profile,
        };
        let page = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached =
            browser.call("Target.attachToTarget", json!({"targetId": page["targetId"], "flatten": true}));
        browser.session = Some(attached["sessionId"].as_str().expect("a session").to_owned());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.size(1440, 900);
        browser
    }

    /// Calls a method of the protocol.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let number = self.next;
        let mut message = json!({"id": number, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
        self.input.flush().expect("the browser listens");
        loop {
            let answer = self.receive();
            if answer["id"] == number {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn receive(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the browser answers")
    }

    /// The size of the window in points.
    pub fn size(&mut self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// What the system is said to prefer: `dark` or `light`, on `screen` or in `print`.
    pub fn media(&mut self, scheme: &str, medium: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", json!({"media": medium, "features": features}));
    }

    /// Opens a file, and waits until it is loaded.
    pub fn open(&mut self, path: &Path, fragment: &str) {
        // A new document even if only the fragment differs.
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.events.clear();
        self.call("Page.navigate", json!({"url": format!("file://{}{fragment}", path.display())}));
        self.wait("location.protocol === 'file:' && document.readyState === 'complete'");
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.eval(expression) != true {
            assert!(Instant::now() < deadline, "{expression} never becomes true");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// The text of the first element that a selector finds, runs of white space as one space.
    pub fn text(&mut self, selector: &str) -> String {
        let found = self.eval(&format!("document.querySelector({}).textContent", json!(selector)));
        found.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// How many elements a selector finds that can be seen.
    pub fn count(&mut self, selector: &str) -> u64 {
        let visible = "(element) => element.checkVisibility()";
        let script = format!("[...document.querySelectorAll({})].filter({visible}).length", json!(selector));
        self.eval(&script).as_u64().expect("a number")
    }

    /// Clicks with the mouse on the middle of an element, which is scrolled into view.
    pub fn click(&mut self, selector: &str) {
        let place = self.eval(&format!(
            "(() => {{ const e = document.querySelector({}); e.scrollIntoView({{ block: 'nearest' }});
              const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()",
            json!(selector)
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let button =
                json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", button);
        }
    }

    /// Presses a key, by the name that the page sees: `j`, `ArrowDown`, `Escape`.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "End" => 35,
            "Home" => 36,
            "Escape" => 27,
            "Tab" => 9,
            "Enter" => 13,
            key => key.to_uppercase().bytes().next().map_or(0, u32::from),
        };
        let text = match key {
            "Enter" => json!("\r"),
            key if key.chars().count() == 1 => json!(key),
            _ => Value::Null,
        };
        let mut down = json!({"type": "keyDown", "key": key, "windowsVirtualKeyCode": code});
        if !text.is_null() {
            down["text"] = text;
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code}),
        );
    }

    /// Types into the element with the focus.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Writes what is seen to a file.
    pub fn screenshot(&mut self, path: &Path) {
        use base64::decode;
        let image = self.call("Page.captureScreenshot", json!({"format": "png"}));
        std::fs::write(path, decode(image["data"].as_str().expect("an image"))).expect("a file");
    }

    /// Everything that went wrong since the page was opened, and everything that was loaded from elsewhere.
    pub fn complaints(&mut self) -> Vec<String> {
        // What happened before an answer has been read when the answer has.
        self.eval("0");
        let complaint = |event: &Value| {
            let parameters = &event["params"];
            let wrong = match event["method"].as_str()? {
                "Runtime.exceptionThrown" => true,
                "Runtime.consoleAPICalled" => {
                    parameters["type"] == "error" || parameters["type"] == "warning"
                }
                "Log.entryAdded" => parameters["entry"]["level"] == "error",
                "Network.requestWillBeSent" => {
                    let address = parameters["request"]["url"].as_str().unwrap_or_default();
                    !["file:", "data:", "about:"].iter().any(|scheme| address.starts_with(scheme))
                }
                _ => false,
            };
            wrong.then(|| event.to_string())
        };
        self.events.iter().filter_map(complaint).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It has nothing to keep, and need not be asked.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Text as bytes, six bits a letter.
mod base64 {
    pub fn decode(text: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
        let (mut bits, mut held) = (0u32, 0);
        for letter in text.bytes() {
            let value = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => continue,
            };
            bits = bits << 6 | u32::from(value);
            held += 6;
            if held >= 8 {
                held -= 8;
                bytes.push((bits >> held) as u8);
            }
        }
        bytes
    }
}
