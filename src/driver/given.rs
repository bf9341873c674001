//! What is assumed of the pointer parameters of a function that is started by itself.

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_check::given::{Content, Leads, Parameter, parameters};
use focuscheck_check::tree::Storage;
use focuscheck_check::vocabulary::START;
use focuscheck_ir::program::Original;
use focuscheck_report::model::{Behind, GivenPointer, Inner};

/// What lies behind them; nothing if nothing of it is modelled.
pub(super) fn given(original: &Original, options: &Options) -> Vec<GivenPointer> {
    let bounds = options.pointer_arguments;
    let Some(entry) = options.started().filter(|_| original.start().entry == Some(START)) else {
        return Vec::new();
    };
    let freed = original.graph().frees();
    let mut given: Vec<GivenPointer> = Vec::new();
    let mut types = Vec::new();
    for Parameter { name, constant, ty, leads } in parameters(original.tree(), entry, bounds) {
        let (behind, inner) = leads.as_ref().map_or((Behind::Unmodelled, Inner::default()), described);
        let before = given.iter().zip(&types);
        let same = before.filter(|(before, other)| **other == ty && before.behind != Behind::Unmodelled);
        let same = same.filter(|_| bounds.may_alias).map(|(before, _)| before.name.clone()).collect();
        given.push(GivenPointer {
            name,
            constant,
            may_be_null: bounds.may_be_null,
            freed,
            behind,
            inner,
            same,
        });
        types.push(ty);
    }
    given
}

/// The line of the name of the function that runs start at.
pub(super) fn start(original: &Original, source: &SourceFile, options: &Options) -> Option<u32> {
    let tree = original.tree();
    let function = tree.resolved(tree.function(options.started().unwrap_or("main"))?);
    let definition = tree.functions[function.index()].definition.as_ref()?;
    Some(source.position(definition.span.start).line)
}

/// What a contract of the function that is started can name: its parameters, and variables at file scope that no parameter hides.
pub(super) fn visible(original: &Original, options: &Options) -> Vec<String> {
    let tree = original.tree();
    let function = options.started().and_then(|entry| tree.function(entry)).map(|id| tree.resolved(id));
    let Some(definition) = function.and_then(|id| tree.functions[id.index()].definition.as_ref()) else {
        return Vec::new();
    };
    let mut names: Vec<String> = Vec::new();
    let parameters = definition.parameters.iter().map(|object| &tree.objects[object.index()]);
    let globals = tree.objects.iter().filter(|object| matches!(object.storage, Storage::File { .. }));
    for object in parameters.chain(globals) {
        if !object.name.is_empty() && !names.contains(&object.name) {
            names.push(object.name.clone());
        }
    }
    names
}

fn described(leads: &Leads) -> (Behind, Inner) {
    let mut inner = Inner::default();
    match leads {
        Leads::Text(_, most) => (Behind::Letters(*most), inner),
        Leads::Elements { most, content, .. } => {
            let is_structure = *most == 1 && matches!(content, Content::Record(_));
            inner.structures = u32::from(is_structure);
            contained(content, u32::from(is_structure), &mut inner);
            (if is_structure { Behind::Structure } else { Behind::Elements(*most) }, inner)
        }
    }
}

/// Adds what pointers in an object lead to, which lies behind so many structures.
fn contained(content: &Content, before: u32, inner: &mut Inner) {
    match content {
        Content::Number | Content::Null => {}
        Content::Unknown => inner.unmodelled = true,
        Content::Array(_, content) => contained(content, before, inner),
        Content::Record(members) => {
            members.iter().for_each(|(_, content)| contained(content, before, inner));
        }
        Content::Pointer(leads, may_be_null) => match &**leads {
            Leads::Text(_, most) => inner.letters = inner.letters.max(Some(*most)),
            Leads::Elements { most, content, .. } => {
                let before = before + u32::from(*may_be_null);
                match may_be_null {
                    true => inner.structures = inner.structures.max(before),
                    false => inner.elements = inner.elements.max(Some(*most)),
                }
                contained(content, before, inner);
            }
        },
    }
}
