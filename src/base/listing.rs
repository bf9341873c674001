//! The texts of a program as they were read, to be shown again later without its files.

use serde::{Deserialize, Serialize};

use super::source::{PartText, SourceFile, Texts};

/// All texts of a program. How they include each other is left out: a program cannot be analysed from it, but every line
/// that its report names can be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// The main file.
    pub main: PartText,
    /// The headers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<PartText>,
    /// The models.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<PartText>,
    /// The other translation units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<PartText>,
}

impl Listing {
    /// That of a file that could not be read.
    pub fn without_text(path: &str) -> Self {
        Listing { main: PartText { path: path.to_owned(), text: String::new() }, ..Listing::default() }
    }

    /// The texts of a source.
    pub fn of(source: &SourceFile) -> Self {
        let text = |part: usize| PartText {
            path: source.path_of(source.part_start(part)).to_owned(),
            text: source.part_text(part).to_owned(),
        };
        let (models, units) = (source.models(), source.units());
        Listing {
            main: PartText { path: source.path().to_owned(), text: source.text().to_owned() },
            headers: (1..models.start).map(text).collect(),
            models: models.map(text).collect(),
            units: units.map(text).collect(),
        }
    }

    /// A source in which each line has the number that it had.
    pub fn source(&self) -> SourceFile {
        let Listing { main, headers, models, units } = self;
        let texts = Texts { headers, models, units, ..Texts::default() };
        SourceFile::with_parts(main.path.clone(), main.text.clone(), texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers_and_names() {
        let part = |path: &str, text: &str| PartText { path: path.to_owned(), text: text.to_owned() };
        let headers = [part("a.h", "int a;\n"), part("b.h", "")];
        let (models, units) = ([part("m.c", "# 7 \"n.c\"\nint m;")], [part("u.c", "int u;\n\nint v;\n")]);
        let texts = Texts { headers: &headers, models: &models, units: &units, ..Texts::default() };
        let source = SourceFile::with_parts("main.c", "#include \"a.h\"\nint x;\n", texts);
        let text = serde_json::to_string(&Listing::of(&source)).expect("JSON");
        let again = serde_json::from_str::<Listing>(&text).expect("a listing").source();
        assert_eq!(again.parts(), source.parts());
        let last = source.position(u32::MAX).line;
        assert!((1..=last).all(|line| again.line(line) == source.line(line)));
        assert_eq!((again.models(), again.units()), (source.models(), source.units()));
    }
}
