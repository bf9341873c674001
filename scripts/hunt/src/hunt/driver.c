// Runs each program of a batch on all its inputs, each run in a process of its own, and prints how it ends:
// PROGRAM VECTOR OUTCOME MESSAGE, where OUTCOME is ok, failed, undefined, or what else became of it.
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct program {
    int number;
    int (*main)(int, char **, char **);
    int vectors;
};
extern const struct program programs[];
extern const int program_count;
extern char **environ;

enum { FAILED = 77, UNDEFINED = 78, SHORT = 79 };

static int given, taken;

int __VERIFIER_nondet_int(void) {
    if (taken++) _exit(SHORT);
    return given;
}
void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }
void reach_error(void) { _exit(FAILED); }
void __VERIFIER_error(void) { _exit(FAILED); }
void __assert_fail(const char *e, const char *file, unsigned line, const char *function) { _exit(FAILED); }
const char *__asan_default_options(void) {
    return "exitcode=78:detect_leaks=0:symbolize=0:allocator_may_return_null=1:detect_stack_use_after_return=1";
}
const char *__ubsan_default_options(void) { return "print_stacktrace=0"; }

// The line of a sanitizer's report that says what is wrong.
static void summary(char *text, char *into, size_t size) {
    char *found = strstr(text, "runtime error: ");
    if (!found) found = strstr(text, "ERROR: AddressSanitizer");
    snprintf(into, size, "%s", found ? found : "");
    into[strcspn(into, "\n")] = 0;
}

static void run(const struct program *program, int vector) {
    static char text[1 << 14], message[200];
    int out[2];
    fflush(stdout);
    if (pipe(out)) exit(1);
    pid_t child = fork();
    if (child == 0) {
        dup2(out[1], 2);
        close(out[0]);
        close(out[1]);
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "r", stdin)) _exit(1);
        alarm(20);
        given = vector;
        char name[] = "program";
        char *arguments[] = {name, 0};
        program->main(1, arguments, environ);
        exit(0);
    }
    close(out[1]);
    size_t length = 0;
    ssize_t got;
    while ((got = read(out[0], text + length, sizeof text - 1 - length)) > 0) length += got;
    text[length] = 0;
    close(out[0]);
    int status;
    waitpid(child, &status, 0);
    summary(text, message, sizeof message);
    const char *outcome = "ok";
    if (WIFSIGNALED(status)) {
        int by = WTERMSIG(status);
        outcome = by == SIGALRM ? "slow" : by == SIGABRT ? "ok" : by == SIGSEGV || by == SIGFPE || by == SIGTRAP || by == SIGBUS || by == SIGILL ? "undefined" : "ok";
    } else if (WEXITSTATUS(status) == FAILED) outcome = "failed";
    else if (WEXITSTATUS(status) == UNDEFINED || message[0]) outcome = "undefined";
    else if (WEXITSTATUS(status) == SHORT) outcome = "short";
    printf("%d %d %s %s\n", program->number, vector, outcome, message);
}

int main(void) {
    for (int i = 0; i < program_count; i++)
        for (int vector = 0; vector < programs[i].vectors; vector++) run(&programs[i], vector);
    return 0;
}
