//! The language server, as a client of an editor sees it: a session over the pipes of the real command.

use std::fs;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use focuscheck_lsp::{Message, Notification, Request, Response};
use serde_json::{Value, json};

/// The other side of a session.
struct Client {
    process: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
    requests: i32,
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Client {
    /// Starts the command and says hello.
    fn start(folder: &Path, options: &[&str]) -> Client {
        let mut process = Command::new(env!("CARGO_BIN_EXE_focuscheck"))
            .args(["lsp", "--"])
            .args(options)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let to = BufWriter::new(process.stdin.take().expect("a pipe"));
        let from = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut client = Client { process, to, from, requests: 0 };
        let capabilities = json!({"workspace": {"codeLens": {"refreshSupport": true}}});
        let answer = client
            .ask("initialize", json!({"processId": null, "rootUri": null, "capabilities": capabilities}));
        let offered = &answer["capabilities"];
        assert_eq!(offered["textDocumentSync"], json!({"openClose": true, "save": true}));
        assert!(offered["codeLensProvider"].is_object(), "{offered}");
        client.say("initialized", json!({}));
        client
    }

    fn say(&mut self, method: &str, params: Value) {
        let note = Notification { method: method.to_owned(), params };
        Message::Notification(note).write(&mut self.to).expect("a pipe");
    }

    fn read(&mut self) -> Message {
        Message::read(&mut self.from).expect("a message").expect("no end")
    }

    /// Asks something; what is said meanwhile is passed over.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests.into();
        let request = Request { id, method: method.to_owned(), params };
        Message::Request(request).write(&mut self.to).expect("a pipe");
        loop {
            if let Message::Response(Response { id, response_result }) = self.read()
                && id == self.requests.into()
            {
                return response_result.unwrap_or_else(|error| panic!("{method}: {error:?}"));
            }
        }
    }

    fn document(path: &Path) -> Value {
        json!({"textDocument": {"uri": uri(path)}})
    }

    fn open(&mut self, path: &Path) {
        let text = fs::read_to_string(path).expect("a file");
        let document = json!({"uri": uri(path), "languageId": "c", "version": 1, "text": text});
        self.say("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// What was last published for each file once all is checked.
    fn published(&mut self) -> Vec<(String, Value)> {
        let mut last: Vec<(String, Value)> = Vec::new();
        loop {
            match self.read() {
                Message::Notification(note) if note.method == "textDocument/publishDiagnostics" => {
                    let file = note.params["uri"].as_str().expect("a file").to_owned();
                    last.retain(|(known, _)| *known != file);
                    last.push((file, note.params["diagnostics"].clone()));
                }
                Message::Request(request) => {
                    assert_eq!(request.method, "workspace/codeLens/refresh");
                    let answer = Response::new_ok(request.id, ());
                    Message::Response(answer).write(&mut self.to).expect("a pipe");
                    return last;
                }
                other => panic!("{other:?}"),
            }
        }
    }

    /// Says goodbye.
    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.say("exit", Value::Null);
        assert!(self.process.wait().expect("an end").success());
    }
}

/// The real path of a folder with these files.
fn project(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().canonicalize().expect("a path");
    for (name, text) in files {
        fs::write(path.join(name), text).expect("a file");
    }
    (folder, path)
}

const STACK: &str = "#include \"stack.h\"\nstatic int items[4];\nstatic int top;\nvoid push(int x) {\n  items[top++] = x;\n}\n";
const MAIN: &str = "#include \"stack.h\"\nint count(void);\nint main(void) {\n  int n = count();\n  \
                    for (int i = 0; i < n; i++) push(i);\n  return 0;\n}\n";

#[test]
fn errors_are_shown_where_they_happen() {
    let (_folder, path) =
        project(&[("stack.h", "void push(int x);\n"), ("stack.c", STACK), ("main.c", MAIN)]);
    let (main, stack) = (path.join("main.c"), path.join("stack.c"));
    let mut client = Client::start(&path, &["--no-config"]);
    client.open(&main);
    let published = client.published();
    let of =
        |file: &Path| published.iter().find(|(name, _)| *name == uri(file)).map(|(_, found)| found.clone());
    assert_eq!(of(&main), Some(json!([])));
    let found = of(&stack).expect("diagnostics");
    let error = &found[0];
    assert_eq!(
        error["range"],
        json!({"start": {"line": 4, "character": 2}, "end": {"line": 4, "character": 19}})
    );
    assert_eq!((&error["severity"], &error["code"]), (&json!(1), &json!("bounds")));
    let message = error["message"].as_str().expect("a message");
    let mut lines = message.lines();
    assert_eq!(lines.next(), Some("check `index top++ in bounds of items[4]` can fail"), "{message}");
    assert!(lines.next().is_some_and(|when| when.starts_with("when n ")), "{message}");
    assert!(message.contains("\nfor example n = 5"), "{message}");
    let steps = error["relatedInformation"].as_array().expect("steps");
    assert!(
        steps.iter().any(|step| step["location"]["uri"] == uri(&main)
            && step["message"].as_str().is_some_and(|text| text.contains("i < n is true   i = 0, n = 5"))),
        "{error}"
    );
    let lenses = client.ask("textDocument/codeLens", Client::document(&main));
    assert_eq!(lenses[0]["range"]["start"], json!({"line": 2, "character": 0}));
    assert_eq!(lenses[0]["command"]["title"], "focuscheck: unsafe");
    assert_eq!(lenses[0]["command"]["command"], "focuscheck.explore");
    let files = format!("{} {}", main.display(), stack.display());
    assert_eq!(
        lenses[1]["command"],
        json!({"title": "replay", "command": "focuscheck.replay", "arguments": [files]})
    );

    // A comment that says that it is none takes it away, and so does a better program.
    let line = json!({"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 0}});
    let asked = json!({"textDocument": {"uri": uri(&stack)}, "range": line, "context": {"diagnostics": []}});
    let actions = client.ask("textDocument/codeAction", asked);
    let edit = &actions[0]["edit"]["changes"][uri(&stack)][0];
    assert_eq!(edit["newText"], "  // focuscheck: ignore bounds -- ");
    assert_eq!(edit["range"]["start"], json!({"line": 4, "character": 19}));
    fs::write(&stack, STACK.replace("= x;", "= x;  // focuscheck: ignore bounds -- the caller counts"))
        .expect("a file");
    client.say("textDocument/didSave", Client::document(&stack));
    assert_eq!(client.published(), [(uri(&main), json!([])), (uri(&stack), json!([]))]);
    fs::write(&stack, STACK.replace("  items", "  if (top < 4) items")).expect("a file");
    client.say("textDocument/didSave", Client::document(&stack));
    assert_eq!(client.published(), [(uri(&main), json!([])), (uri(&stack), json!([]))]);
    let lenses = client.ask("textDocument/codeLens", Client::document(&main));
    assert_eq!(lenses[0]["command"]["title"], "focuscheck: safe");
    client.end();
}

#[test]
fn a_library_has_a_line_for_each_function() {
    let (_folder, path) =
        project(&[("half.c", "int half(int n) {\n  return 8 / n;\n}\nint same(int n) { return n & n; }\n")]);
    let file = path.join("half.c");
    let mut client = Client::start(&path, &["--no-config"]);
    client.open(&file);
    let published = client.published();
    let [(_, found)] = &published[..] else { panic!("{published:?}") };
    assert_eq!((found.as_array().map(Vec::len), &found[0]["severity"]), (Some(1), &json!(2)), "{found}");
    let lenses = client.ask("textDocument/codeLens", Client::document(&file));
    let titles: Vec<&str> =
        lenses.as_array().expect("lenses").iter().filter_map(|l| l["command"]["title"].as_str()).collect();
    assert_eq!(titles, ["focuscheck: half() fails when n == 0", "focuscheck: same(): nothing to check"]);
    // What is no program any more says why.
    fs::write(&file, "int half(int n) { return 8 / ; }\n").expect("a file");
    client.say("textDocument/didSave", Client::document(&file));
    let published = client.published();
    let [(_, found)] = &published[..] else { panic!("{published:?}") };
    assert!(
        found[0]["message"].as_str().is_some_and(|text| text.starts_with("expected expression")),
        "{found}"
    );
    assert_eq!(found[0]["range"]["start"], json!({"line": 0, "character": 29}));
    client.say("textDocument/didClose", Client::document(&file));
    client.end();
}

#[test]
fn wrong_options_are_said_at_once() {
    let output = Command::new(env!("CARGO_BIN_EXE_focuscheck"))
        .args(["lsp", "--", "--levle"])
        .stdin(Stdio::null())
        .output();
    let output = output.expect("a process");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--levle"), "{output:?}");
}
