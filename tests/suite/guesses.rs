//! Errors that runs on guessed inputs come to.

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_driver::lowered;
use focuscheck_guess::probing::{ProbeLimits, Probing};

/// How many errors so many steps of guessed runs find.
fn found(text: &str, steps: u64) -> usize {
    let source = SourceFile::new("guessed.c", text.to_owned());
    let (graph, _) = lowered(&source, &Options::default());
    let graph = graph.expect("the program is right");
    let mut runs = Probing::new(&graph);
    runs.go_on(&graph, ProbeLimits { steps, run: 50_000, futile: (u32::MAX, 0) }, &|| false);
    let errors = (0..graph.errors.len() as u32).map(focuscheck_cells::facts::cfg::ErrorId);
    errors.filter(|&error| runs.found(error).is_some()).count()
}

#[test]
fn lines_of_commands_are_guessed_and_repeated() {
    let text = r#"
        #include <assert.h>
        #include <stdio.h>
        #include <string.h>
        int main(void) {
            char line[40], command[8], key[8];
            int open = 0;
            while (fgets(line, sizeof line, stdin)) {
                if (sscanf(line, "%7s %7s", command, key) != 2) continue;
                if (strcmp(command, "open") == 0) open++;
                else if (strcmp(command, "close") == 0) open = 0;
                assert(open < 6);
            }
        }"#;
    assert_eq!(found(text, 10_000_000), 1);
}

#[test]
fn characters_that_are_read_one_by_one_make_words() {
    let text = r#"
        #include <assert.h>
        #include <stdio.h>
        #include <string.h>
        int main(void) {
            char word[12];
            int c, n = 0, stops = 0;
            while ((c = getchar()) != EOF) {
                if (c != ' ' && n < 11) { word[n++] = c; continue; }
                word[n] = 0;
                n = 0;
                if (strcmp(word, "shutdown") == 0) stops++;
                assert(stops < 3);
            }
        }"#;
    assert_eq!(found(text, 10_000_000), 1);
}

#[test]
fn commands_with_numbers_follow_on_what_came_before() {
    let text = r#"
        #include <assert.h>
        #include <stdio.h>
        #include <string.h>
        int main(void) {
            char command[16];
            int account, other;
            long amount, balance[5] = {0}, cash = 0;
            while (scanf("%15s", command) == 1) {
                if (strcmp(command, "deposit") == 0) {
                    if (scanf("%d %ld", &account, &amount) != 2) break;
                    if (account < 0 || account > 4 || amount <= 0 || amount > 1000) continue;
                    balance[account] += amount;
                    cash += amount;
                } else if (strcmp(command, "transfer") == 0) {
                    if (scanf("%d %d %ld", &account, &other, &amount) != 3) break;
                    if (account < 0 || account > 4 || other < 0 || other > 4 || amount <= 0) continue;
                    long from = balance[account], to = balance[other];
                    if (amount > from) continue;
                    balance[account] = from - amount;
                    balance[other] = to + amount;
                } else {
                    printf("unknown command %s\n", command);
                }
                long sum = balance[0] + balance[1] + balance[2] + balance[3] + balance[4];
                assert(sum == cash);
            }
        }"#;
    assert_eq!(found(text, 10_000_000), 1);
}
