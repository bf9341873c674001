//! Why an explanation cannot be replayed.

/// What stands in the way of a replay. Each kind begins with words of its own, so that they can be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Hindrance {
    /// The file could not be read as C.
    #[error("the file cannot be read as C")]
    NotC,
    /// There is nowhere to start.
    #[error("there is no function main")]
    NoMain,
    /// The run starts somewhere else than compiled programs do.
    #[error("a compiled program starts at main and not at {0}()")]
    Entry(String),
    /// A compiled program does not read annotations.
    #[error("a compiled program does not look at annotations")]
    Annotation,
    /// The explanation's run does not end at the error here.
    #[error("the explanation does not belong to this file")]
    Foreign,
    /// An input comes out of a macro that hides which call reads it.
    #[error("an input that comes out of a macro has no place in the text: {name} at {place}")]
    Macro {
        /// The input.
        name: String,
        /// Where, in words.
        place: String,
    },
    /// A place that would have to be changed stands in a header that no copy can stand in for.
    #[error("an input is read in a header outside of the program's folder: {header}")]
    Header {
        /// Its path.
        header: String,
    },
    /// An object whose value nobody can choose.
    #[error("the hardware decides what a volatile object holds: {name} at {place}")]
    Volatile {
        /// The object.
        name: String,
        /// Where it is read, in words.
        place: String,
    },
    /// A constant that another file defines.
    #[error("a constant that another file defines cannot be given a value: {name}")]
    Constant {
        /// Its name.
        name: String,
    },
    /// A number of arguments that no program is started with.
    #[error("the program cannot be started with so many arguments: argc = {0}")]
    Arguments(i128),
    /// A header that the compiler does not find.
    #[error("a header is missing: {0}")]
    MissingHeader(String),
    /// There is no compiler.
    #[error("there is no compiler: {command} cannot be run: {reason}")]
    NoCompiler {
        /// The command.
        command: String,
        /// What the system says.
        reason: String,
    },
    /// The compiler makes no programs of the 32-bit data model.
    #[error("there are no 32-bit programs here: {compiler} -m32 does not make one")]
    Narrow {
        /// The compiler.
        compiler: String,
    },
    /// The compiler does not accept the program.
    #[error("the program does not compile: {compiler}: {message}")]
    Refused {
        /// The compiler.
        compiler: String,
        /// Its first error.
        message: String,
    },
    /// Something is not defined anywhere, and nothing can stand for it.
    #[error("the program does not link: there is no definition of {symbol}")]
    Undefined {
        /// What.
        symbol: String,
    },
    /// The compiler takes too long.
    #[error("the compiler did not end in {0} s")]
    CompilerTime(u64),
    /// The analysis took all the time of the file.
    #[error("time limit: nothing of --timeout was left for the compiler")]
    NoTime,
    /// The run takes too long.
    #[error("time limit: the run did not end in {0} s")]
    Time(u64),
    /// The run starts too many processes.
    #[error("the run has more processes than it may")]
    Processes,
    /// The run needs more stack than there is.
    #[error("the run needs more stack than there is")]
    Stack,
    /// The run needs more memory than it may have.
    #[error("the run needs more memory than it may have")]
    Memory,
    /// The run writes more than it may.
    #[error("the run writes more than it may")]
    Output,
    /// A library function reads a text that is no argument of the program.
    #[error("the text that {name}() reads at {place} is not modelled")]
    Text {
        /// The function.
        name: String,
        /// Where, in words.
        place: String,
    },
    /// The system itself gives a result.
    #[error("the system decides what {name}() gives at {place}")]
    Decided {
        /// The function.
        name: String,
        /// Where, in words.
        place: String,
    },
    /// A function of the library has left another number in `errno`.
    #[error("errno is what {name}() leaves in it at {place}")]
    Errno {
        /// The function.
        name: String,
        /// Where, in words.
        place: String,
    },
    /// The program may harm others when it runs on values that nobody has chosen.
    #[error("the program is not run because it calls {0}()")]
    Dangerous(String),
    /// The result or the effect of a function without a body is not modelled.
    #[error("what a function without a body does is not modelled: {0}()")]
    NoBody(String),
    /// The compiler's checks do not see this kind of error.
    #[error("compiled programs do not tell whether a variable has a value")]
    Uninitialised,
    /// Compiled programs go on where a null pointer is used that nothing is accessed through.
    #[error("the run goes on behind the null pointer: compiled programs fail where one is accessed")]
    NullUse,
    /// UndefinedBehaviorSanitizer looks at every subscript, that of an element whose address is taken, too.
    #[error(
        "UndefinedBehaviorSanitizer stops at line {line}, where the address outside of the array is computed"
    )]
    Address {
        /// Where.
        line: u32,
    },
    /// LeakSanitizer sees no leak from the place that is claimed.
    #[error("LeakSanitizer reports no leak from there: what is left on the stack may hide it")]
    HiddenLeak,
    /// LeakSanitizer does not work.
    #[error("LeakSanitizer does not work here")]
    NoLeakCheck,
    /// LeakSanitizer does not look for blocks that pointers still lead to.
    #[error("LeakSanitizer does not report blocks that are still reachable")]
    StillReachable,
    /// The program fails, but nothing tells where.
    #[error("the compiler's checks are missing, so that nothing tells where the run fails: {0}")]
    Unchecked(String),
    /// The program calls a null function pointer, and nothing tells where.
    #[error("the run ends in a call of a null function pointer, but nothing tells where")]
    NullCall,
    /// The system refuses something.
    #[error("the harness cannot be written: {0}")]
    System(String),
}
