//! The protocol: what an editor says, and what it is told.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProvider, CodeLensOptions,
    CodeLensParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    InitializeParams, LogMessageParams, MessageType, PublishDiagnosticsParams, Range, Save,
    ServerCapabilities, TextDocumentSync, TextDocumentSyncOptions, TextEdit, Uri, WorkspaceEdit,
};
use lsp_server::{Connection, ErrorCode, ExtractError, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use super::shown::NAME;
use super::state::{Checker, State};
use super::{place, uri};

/// Why a session ended early: the other side broke the protocol, or is gone.
#[derive(Debug)]
pub struct ServerError(String);

impl std::fmt::Display for ServerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServerError {}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string())
    }
}

/// What is said of a failure that ends the session.
struct Failure(String);

/// What the threads of a session share.
struct Session<'a> {
    connection: &'a Connection,
    checker: &'a dyn Checker,
    /// Set to end the check that is running.
    cancelled: &'a AtomicBool,
    state: Mutex<State>,
    /// The file that is being checked.
    current: Mutex<Option<PathBuf>>,
    /// Whether the editor asks for code lenses again when it is told to.
    refreshes: bool,
}

/// Serves an editor until it says that it is done. Setting `cancelled` has to end what `checker` does.
///
/// # Errors
/// If the other side does not keep to the protocol, or is gone.
pub fn serve(
    connection: &Connection,
    checker: &dyn Checker,
    cancelled: &AtomicBool,
) -> Result<(), ServerError> {
    session(connection, checker, cancelled).map_err(|Failure(text)| ServerError(text))
}

fn session(connection: &Connection, checker: &dyn Checker, cancelled: &AtomicBool) -> Result<(), Failure> {
    let (id, parameters) = connection.initialize_start()?;
    let parameters: InitializeParams = serde_json::from_value(parameters)?;
    let answer = json!({ "capabilities": capabilities(), "serverInfo": { "name": NAME } });
    connection.initialize_finish(id, answer)?;
    let workspace = parameters.capabilities.workspace;
    let refreshes = workspace.and_then(|workspace| workspace.code_lens?.refresh_support).unwrap_or(false);
    let session = Session {
        connection,
        checker,
        cancelled,
        state: Mutex::default(),
        current: Mutex::default(),
        refreshes,
    };
    let (sender, files) = channel();
    std::thread::scope(|scope| {
        let session = &session;
        let worker = scope.spawn(move || session.work(files));
        let ended = session.listen(&sender);
        drop(sender);
        cancelled.store(true, Ordering::Relaxed);
        // It only ends when it has nothing more to do.
        let worked = worker.join().unwrap_or(Ok(()));
        ended.and(worked)
    })
}

fn capabilities() -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        save: Some(Save::Bool(true)),
        ..Default::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSync::Options(sync)),
        code_lens_provider: Some(CodeLensOptions::default()),
        code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
            ..Default::default()
        })),
        ..Default::default()
    }
}

/// What a mutex holds: no thread leaves it half-done.
fn held<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a file is one that is checked by itself.
fn is_c(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ["c", "i", "cimple"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

impl Session<'_> {
    /// Answers the editor until it says that it is done.
    fn listen(&self, files: &Sender<PathBuf>) -> Result<(), Failure> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    let response = self.answer(request);
                    self.connection.sender.send(Message::Response(response))?;
                }
                Message::Notification(notification) => self.note(notification, files)?,
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    fn answer(&self, request: Request) -> Response {
        let id = request.id.clone();
        let found = match request.method.as_str() {
            "textDocument/codeLens" => {
                request.extract("textDocument/codeLens").map(|(_, asked)| self.lenses(&asked))
            }
            "textDocument/codeAction" => {
                request.extract("textDocument/codeAction").map(|(_, asked)| self.actions(&asked))
            }
            other => {
                let message = format!("{other} is not offered");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            }
        };
        match found {
            Ok(value) => Response::new_ok(id, value),
            Err(ExtractError::JsonError { error, .. }) => {
                Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string())
            }
            Err(ExtractError::MethodMismatch(_)) => {
                Response::new_err(id, ErrorCode::InternalError as i32, "another method".to_owned())
            }
        }
    }

    fn lenses(&self, asked: &CodeLensParams) -> Value {
        let file = uri::path(&asked.text_document.uri).map(|path| place::absolute(&path));
        json!(file.map_or(Vec::new(), |file| held(&self.state).lenses(&file)))
    }

    /// What can be done about the errors of a line.
    fn actions(&self, asked: &CodeActionParams) -> Value {
        let file = uri::path(&asked.text_document.uri).map(|path| place::absolute(&path));
        let line = asked.range.start.line;
        let found = file.and_then(|file| held(&self.state).suppressible(&file, line));
        let Some((kinds, end)) = found else { return json!([]) };
        let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
        let comment = TextEdit {
            range: Range { start: end, end },
            new_text: format!("  // focuscheck: ignore {kinds} -- "),
        };
        let changes: HashMap<Uri, Vec<TextEdit>> =
            HashMap::from([(asked.text_document.uri.clone(), vec![comment])]);
        let edit = WorkspaceEdit { changes: Some(changes), ..Default::default() };
        let action = CodeAction {
            kind: Some(CodeActionKind::QuickFix),
            edit: Some(edit),
            title: format!("Ignore {kinds} on this line, with a reason"),
            ..Default::default()
        };
        json!([action])
    }

    fn note(&self, notification: Notification, files: &Sender<PathBuf>) -> Result<(), Failure> {
        let document = |uri: &Uri| uri::path(uri).map(|path| place::absolute(&path));
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let opened: DidOpenTextDocumentParams = serde_json::from_value(notification.params)?;
                if let Some(file) = document(&opened.text_document.uri).filter(|file| is_c(file)) {
                    held(&self.state).open(file.clone());
                    self.ask(file, files)?;
                }
            }
            "textDocument/didSave" => {
                let saved: DidSaveTextDocumentParams = serde_json::from_value(notification.params)?;
                let Some(file) = document(&saved.text_document.uri) else { return Ok(()) };
                // The other open files may be of the same program, or include it. The one that was saved comes first.
                let open = held(&self.state).files();
                let others = open.iter().filter(|other| **other != file).cloned();
                let own = open.contains(&file).then(|| file.clone());
                own.into_iter().chain(others).try_for_each(|file| self.ask(file, files))?;
            }
            "textDocument/didClose" => {
                let closed: DidCloseTextDocumentParams = serde_json::from_value(notification.params)?;
                if let Some(file) = document(&closed.text_document.uri) {
                    held(&self.state).close(&file);
                    self.publish()?;
                }
            }
            // All else is none of its business.
            _ => {}
        }
        Ok(())
    }

    /// Asks the worker for a file; what it does for the same one is out of date.
    fn ask(&self, file: PathBuf, files: &Sender<PathBuf>) -> Result<(), Failure> {
        if held(&self.current).as_ref() == Some(&file) {
            self.cancelled.store(true, Ordering::Relaxed);
        }
        Ok(files.send(file)?)
    }

    /// Checks the files that are asked for, each once however often it was asked for meanwhile.
    fn work(&self, files: Receiver<PathBuf>) -> Result<(), Failure> {
        let mut waiting: Vec<PathBuf> = Vec::new();
        loop {
            let more = match waiting.is_empty() {
                true => files.recv().ok(),
                false => files.try_recv().ok(),
            };
            match more {
                Some(file) if waiting.contains(&file) => {}
                Some(file) => waiting.push(file),
                None if waiting.is_empty() => return Ok(()),
                None => self.check(&waiting.remove(0))?,
            }
        }
    }

    fn check(&self, file: &Path) -> Result<(), Failure> {
        if !held(&self.state).files().iter().any(|open| open == file) {
            return Ok(());
        }
        *held(&self.current) = Some(file.to_owned());
        self.cancelled.store(false, Ordering::Relaxed);
        let told: Mutex<BTreeSet<(String, Option<String>)>> = Mutex::default();
        let checked = self.checker.check(file, &|checked| {
            if self.cancelled.load(Ordering::Relaxed) {
                return;
            }
            held(&told).insert((checked.report.path.clone(), checked.report.entry.clone()));
            held(&self.state).take(file, checked);
            // Who does not listen any more is not told.
            let _ = self.publish();
        });
        *held(&self.current) = None;
        if self.cancelled.load(Ordering::Relaxed) {
            return Ok(());
        }
        held(&self.state).finish(file, &held(&told));
        self.publish()?;
        if let Err(text) = checked {
            let said = LogMessageParams {
                kind: MessageType::Warning,
                message: format!("{}: {text}", file.display()),
            };
            self.tell("window/logMessage", json!(said))?;
        }
        if self.refreshes {
            let id = RequestId::from(format!("{NAME}-lenses"));
            let request =
                Request { id, method: "workspace/codeLens/refresh".to_owned(), params: Value::Null };
            self.connection.sender.send(Message::Request(request))?;
        }
        Ok(())
    }

    fn publish(&self) -> Result<(), Failure> {
        let all = held(&self.state).diagnostics();
        for (file, diagnostics) in all {
            let published = PublishDiagnosticsParams { uri: uri::of(&file), version: None, diagnostics };
            self.tell("textDocument/publishDiagnostics", json!(published))?;
        }
        Ok(())
    }

    fn tell(&self, method: &str, params: Value) -> Result<(), Failure> {
        let notification = Notification { method: method.to_owned(), params };
        Ok(self.connection.sender.send(Message::Notification(notification))?)
    }
}
