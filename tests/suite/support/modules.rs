//! The modules of a crate as its source texts say them: which file imports from which, and how long things are.
//!
//! It reads `use` declarations and paths (`super::x`, `crate::room::x`, `child::f()`), and follows re-exports to the file
//! that declares a name, so a file that only declares and re-exports is neither imported from nor imports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::words::{Word, words};

/// A path of modules and names, from the root of the crate.
type Names = Vec<String>;

/// A name that a file has from elsewhere.
struct Alias {
    name: String,
    target: Names,
    /// Whether other files may have it from this one.
    exported: bool,
    /// Whether it belongs to tests only.
    testing: bool,
    line: usize,
}

/// A function and how many lines it takes; lines of text in it do not count.
pub struct Function {
    pub name: String,
    pub line: usize,
    pub lines: usize,
}

/// A file of a crate: one module, with those that are written inside it.
pub struct File {
    /// Where it is, from the root of the package.
    pub path: PathBuf,
    pub module: Names,
    pub lines: usize,
    pub functions: Vec<Function>,
    aliases: Vec<Alias>,
    globs: Vec<Alias>,
    /// Paths of more than one name outside `use`, as they are written from the module in which they stand.
    paths: Vec<(Names, usize, bool)>,
    /// Names that stand anywhere outside `use`, with the first line.
    mentioned: BTreeMap<String, usize>,
    /// Names of what is declared at the top of the file.
    declared: BTreeSet<String>,
    /// Names of modules that have a file of their own.
    children: BTreeSet<String>,
}

/// That a file needs what another declares.
pub struct Import {
    pub from: usize,
    pub to: usize,
    /// What is needed.
    pub name: String,
    pub line: usize,
    pub testing: bool,
}

/// All files of a crate.
pub struct Crate {
    pub files: Vec<File>,
    /// Who needs whom, without what a file has inside itself.
    pub imports: Vec<Import>,
    by_module: BTreeMap<Names, usize>,
}

/// All Rust files below a folder, sorted, without those of crates of their own.
pub fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if !path.join("Cargo.toml").exists() {
                sources(&path, into);
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

impl Crate {
    /// Reads the files of the crate whose root module is in `folder`.
    pub fn read(root: &Path, folder: &str) -> Self {
        let mut paths = Vec::new();
        sources(&root.join(folder), &mut paths);
        let mut read = Self { files: Vec::new(), imports: Vec::new(), by_module: BTreeMap::new() };
        for path in paths {
            let inside = path.strip_prefix(root.join(folder)).unwrap();
            let mut module: Names = inside
                .with_extension("")
                .components()
                .map(|c| c.as_os_str().to_string_lossy().into())
                .collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
                module.pop();
            }
            let text = fs::read_to_string(&path).unwrap();
            let file = Reader::read(path.strip_prefix(root).unwrap().to_owned(), module, &text);
            if file.path.file_name().is_none_or(|name| name != "main.rs") {
                read.by_module.insert(file.module.clone(), read.files.len());
            }
            read.files.push(file);
        }
        read.imports = read.found();
        read
    }

    fn found(&self) -> Vec<Import> {
        let mut found = Vec::new();
        for (from, file) in self.files.iter().enumerate() {
            let mut add = |to: Option<usize>, name: &str, line, testing| {
                if let Some(to) = to.filter(|to| *to != from) {
                    found.push(Import { from, to, name: name.to_owned(), line, testing });
                }
            };
            for alias in &file.aliases {
                let needed = !alias.exported || file.mentioned.contains_key(&alias.name);
                // A module that is imported is needed where something of it is named.
                if needed && !self.by_module.contains_key(&alias.target) {
                    add(self.resolve(&alias.target), &alias.name, alias.line, alias.testing);
                }
            }
            for glob in &file.globs {
                for name in file.mentioned.keys() {
                    if let Some(to) = self.declaring(&glob.target, name, 0) {
                        add(Some(to), name, glob.line, glob.testing);
                    }
                }
            }
            for (path, line, testing) in &file.paths {
                let alias = file.aliases.iter().find(|a| a.name == path[0]);
                let whole = match path[0].as_str() {
                    "" => path[1..].to_vec(),
                    _ if alias.is_some() => alias.unwrap().target.iter().chain(&path[1..]).cloned().collect(),
                    name if file.children.contains(name) => file.module.iter().chain(path).cloned().collect(),
                    _ => continue,
                };
                add(self.resolve(&whole), path.last().unwrap(), *line, *testing);
            }
        }
        found
    }

    /// The circles that imports form among the files of a crate: each a set of files that all need each other. What tests
    /// need makes no circle.
    pub fn circles(&self) -> BTreeSet<BTreeSet<usize>> {
        let mut needs = vec![BTreeSet::new(); self.files.len()];
        for import in &self.imports {
            if !import.testing {
                needs[import.from].insert(import.to);
            }
        }
        let reached: Vec<BTreeSet<usize>> = (0..needs.len())
            .map(|from| {
                let mut seen = BTreeSet::new();
                let mut open: Vec<usize> = needs[from].iter().copied().collect();
                while let Some(next) = open.pop() {
                    if seen.insert(next) {
                        open.extend(&needs[next]);
                    }
                }
                seen
            })
            .collect();
        let together =
            |from: usize| reached[from].iter().copied().filter(|&to| reached[to].contains(&from)).collect();
        (0..needs.len()).map(together).filter(|circle: &BTreeSet<usize>| !circle.is_empty()).collect()
    }

    /// The file that declares what a path from the root names, when it is one of this crate.
    fn resolve(&self, path: &[String]) -> Option<usize> {
        let known = (1..=path.len()).rev().find(|&n| self.by_module.contains_key(&path[..n]))?;
        let file = self.by_module[&path[..known]];
        let Some(name) = path.get(known) else { return Some(file) };
        Some(self.declaring(&path[..known], name, 0).unwrap_or(file))
    }

    /// The file that declares a name that a module has, be it by a re-export.
    fn declaring(&self, module: &[String], name: &str, depth: usize) -> Option<usize> {
        let &number = self.by_module.get(module)?;
        let file = &self.files[number];
        if file.declared.contains(name) {
            return Some(number);
        }
        if depth > 8 {
            return None;
        }
        if let Some(alias) = file.aliases.iter().find(|a| a.name == name && !a.testing) {
            let (last, parent) = alias.target.split_last()?;
            return self
                .declaring(parent, last, depth + 1)
                .or_else(|| self.by_module.get(&alias.target).copied());
        }
        file.globs.iter().filter(|g| !g.testing).find_map(|g| self.declaring(&g.target, name, depth + 1))
    }
}

/// Reads a file word by word.
struct Reader<'a> {
    words: Vec<Word<'a>>,
    next: usize,
    /// The modules inside which the next word stands, with the depth of braces at which each began, and whether it is
    /// for tests.
    modules: Vec<(String, usize, bool)>,
    depth: usize,
    file: File,
}

impl<'a> Reader<'a> {
    fn read(path: PathBuf, module: Names, text: &'a str) -> File {
        let file = File {
            path,
            module,
            lines: text.lines().count(),
            functions: Vec::new(),
            aliases: Vec::new(),
            globs: Vec::new(),
            paths: Vec::new(),
            mentioned: BTreeMap::new(),
            declared: BTreeSet::new(),
            children: BTreeSet::new(),
        };
        let mut reader = Self { words: words(text), next: 0, modules: Vec::new(), depth: 0, file };
        while reader.next < reader.words.len() {
            reader.item();
        }
        reader.file
    }

    fn at(&self, number: usize) -> &'a str {
        self.words.get(number).map_or("", |w| w.text)
    }

    fn testing(&self) -> bool {
        self.modules.iter().any(|m| m.2)
    }

    fn item(&mut self) {
        let word = self.words[self.next];
        match word.text {
            "use" if self.at(self.next + 1) != "<" => return self.used(false),
            "pub" if self.at(self.next + 1) == "(" => {
                // Who may see something is no import.
                while self.at(self.next) != ")" {
                    self.next += 1;
                }
                if self.at(self.next + 1) == "use" {
                    self.next += 1;
                    return self.used(true);
                }
            }
            "pub" if self.at(self.next + 1) == "use" => {
                self.next += 1;
                return self.used(true);
            }
            "mod" => self.module(),
            "{" => self.depth += 1,
            "}" => {
                self.depth -= 1;
                if self.modules.last().is_some_and(|m| m.1 == self.depth) {
                    self.modules.pop();
                }
            }
            "fn" if self.words.get(self.next + 1).is_some_and(Word::is_name) => self.function(),
            "struct" | "enum" | "union" | "trait" | "type" | "const" | "static"
                if self.modules.is_empty() && self.depth == 0 =>
            {
                self.file.declared.insert(self.at(self.next + 1).to_owned());
            }
            _ if word.is_name() => return self.path(),
            _ => {}
        }
        self.next += 1;
    }

    fn module(&mut self) {
        let name = self.at(self.next + 1).to_owned();
        if self.at(self.next + 2) == "{" {
            let testing = self.next >= 7
                && ["#", "[", "cfg", "(", "test", ")", "]"]
                    == std::array::from_fn(|k| self.at(self.next - 7 + k));
            self.modules.push((name, self.depth, testing));
        } else {
            self.file.children.insert(name);
        }
        self.next += 1;
    }

    fn function(&mut self) {
        let name = self.at(self.next + 1);
        if self.modules.is_empty() && self.depth == 0 {
            self.file.declared.insert(name.to_owned());
        }
        let (mut inner, mut braces) = (0usize, 0usize);
        for word in &self.words[self.next + 1..] {
            match word.text {
                "(" | "[" => inner += 1,
                ")" | "]" => inner = inner.saturating_sub(1),
                ";" if inner == 0 && braces == 0 => return,
                "{" => braces += 1,
                "}" => {
                    braces -= 1;
                    if braces == 0 {
                        let first = self.words[self.next];
                        let line = first.line;
                        let lines = word.line - line + 1 - (word.literal - first.literal);
                        self.file.functions.push(Function { name: name.to_owned(), line, lines });
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// A path outside `use`, and every name in it.
    fn path(&mut self) {
        let line = self.words[self.next].line;
        let mut names = vec![self.at(self.next).to_owned()];
        let leads = self.next == 0 || !matches!(self.at(self.next - 1), "::" | ".");
        while self.at(self.next + 1) == "::" && self.words.get(self.next + 2).is_some_and(Word::is_name) {
            self.next += 2;
            names.push(self.at(self.next).to_owned());
        }
        for name in &names {
            self.file.mentioned.entry(name.clone()).or_insert(line);
        }
        if leads && names.len() > 1 {
            let testing = self.testing();
            // What begins at the root is kept with an empty name before it.
            let path = match self.whole(&names) {
                Some(whole) => std::iter::once(String::new()).chain(whole).collect(),
                None => names,
            };
            self.file.paths.push((path, line, testing));
        }
        self.next += 1;
    }

    /// A path from the root of the crate, when it says where it begins.
    fn whole(&self, names: &[String]) -> Option<Names> {
        let mut here = self.file.module.clone();
        here.extend(self.modules.iter().map(|m| m.0.clone()));
        let mut rest = names;
        match names[0].as_str() {
            "crate" => return Some(names[1..].to_vec()),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|n| n == "super") {
                    here.pop();
                    rest = &rest[1..];
                }
            }
            _ => return None,
        }
        here.extend(rest.iter().cloned());
        Some(here)
    }

    fn used(&mut self, exported: bool) {
        self.next += 1;
        self.tree(Vec::new(), exported);
        while self.next < self.words.len() && self.at(self.next) != ";" {
            self.next += 1;
        }
        self.next += 1;
    }

    /// One tree of a `use` after what stands before it.
    fn tree(&mut self, mut before: Names, exported: bool) {
        let line = self.words[self.next].line;
        loop {
            match self.at(self.next) {
                "{" => {
                    self.next += 1;
                    while self.at(self.next) != "}" {
                        self.tree(before.clone(), exported);
                        if self.at(self.next) == "," {
                            self.next += 1;
                        }
                    }
                    self.next += 1;
                    return;
                }
                "*" => {
                    self.next += 1;
                    return self.alias("*".into(), before, exported, line);
                }
                "::" => self.next += 1,
                name => {
                    self.next += 1;
                    if name != "self" || before.is_empty() {
                        before.push(name.to_owned());
                    }
                    if self.at(self.next) != "::" {
                        let mut called = before.last().unwrap().clone();
                        if self.at(self.next) == "as" {
                            called = self.at(self.next + 1).to_owned();
                            self.next += 2;
                        }
                        return self.alias(called, before, exported, line);
                    }
                }
            }
        }
    }

    fn alias(&mut self, name: String, path: Names, exported: bool, line: usize) {
        let target = match self.whole(&path) {
            Some(whole) => whole,
            // A child, or another crate.
            None if self.file.children.contains(&path[0]) || self.declares_later(&path[0]) => {
                self.file.module.iter().chain(&path).cloned().collect()
            }
            None => return,
        };
        // What a module inside the file has is nobody else's.
        let exported = exported && self.modules.is_empty();
        let testing = self.testing();
        let alias = Alias { name, target, exported, testing, line };
        if alias.name == "*" { self.file.globs.push(alias) } else { self.file.aliases.push(alias) }
    }

    /// Whether a child of this name is declared further down.
    fn declares_later(&self, name: &str) -> bool {
        self.words.windows(3).any(|w| w[0].text == "mod" && w[1].text == name && w[2].text == ";")
    }
}
