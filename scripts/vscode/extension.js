// Starts `focuscheck lsp` for C files, and opens a terminal for what its code lenses offer.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const all = vscode.workspace.getConfiguration("focuscheck");
  return { path: all.get("path"), options: all.get("options") };
}

async function start() {
  const { path, options } = settings();
  const server = { command: path, args: ["lsp", "--", ...options] };
  const chosen = { documentSelector: [{ scheme: "file", language: "c" }] };
  client = new LanguageClient("focuscheck", "FocusCheck", server, chosen);
  await client.start();
}

// The words are quoted for a shell by the server.
function inTerminal(command) {
  return (words) => {
    const terminal = vscode.window.createTerminal("FocusCheck");
    terminal.show();
    terminal.sendText(`${settings().path} ${command} ${words}`);
  };
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("focuscheck.explore", inTerminal("explore")),
    vscode.commands.registerCommand("focuscheck.replay", inTerminal("replay")),
    vscode.commands.registerCommand("focuscheck.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
