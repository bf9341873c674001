// Runs each program of a batch on all its vectors in one process: what the sanitizer sees ends the run by a jump.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDED, EXITED, ASSUMED, ENDLESS, ASSERT, BOUNDS, DIV, SHIFT, POINTER, UNINIT, OVERFLOWED, OTHER };
enum { MOST_STEPS = 50000, CONDITIONS = 96 };

struct record {
    uint32_t outcome, line, broken, unused;
    uint64_t seen[4];
    uint64_t facts_false, facts_true, lines[4];
};

static long in[16];
static int nx, known_length;
static struct record now;
static long steps;
static jmp_buf back;

static _Noreturn void stop(int outcome, int line) {
    now.outcome = outcome;
    now.line = line;
    longjmp(back, 1);
}
static void fail(int line, int kind) { stop(kind, line); }
static void passed(int bit) { now.seen[bit / 64] |= 1ULL << bit % 64; }
static int C_(int number, int outcome) {
    if (number < CONDITIONS) passed(2 * number + !outcome);
    if (++steps > MOST_STEPS) stop(ENDLESS, 0);
    return outcome;
}
#define R(line) (now.lines[(line) / 64 % 4] |= 1ULL << (line) % 64)
#define C(number, condition) (R(__LINE__), C_(number, !!(condition)))
// What may be undefined is not folded away beside a constant: `buf[K(i)] > 2 || 1`.
static volatile int kept;
#define K(value) ({ __typeof__(value) value_ = (value); kept = 1; value_; })
#define P(number) ((void)C_(number, 1))
static void FACT(int number, int holds) { *(holds ? &now.facts_true : &now.facts_false) |= 1ULL << number; }
#define assert(e) ((e) ? (void)0 : fail(__LINE__, ASSERT))
#define __VERIFIER_assume(e) ((e) ? (void)0 : stop(ASSUMED, __LINE__))
#define exit(code) ((void)(code), stop(EXITED, __LINE__))
#define abort() stop(EXITED, __LINE__)

// The sanitizer's handlers: each gets a description that begins with the place.
struct place { const char *file; uint32_t line, column; };
struct type { uint16_t kind, info; char name[]; };
struct overflow { struct place place; struct type *type; };
struct shift { struct place place; struct type *left, *right; };
#define ARITHMETIC(name) \
    void __ubsan_handle_##name(struct overflow *data, uintptr_t a, uintptr_t b) { stop(OVERFLOWED, data->place.line); }
ARITHMETIC(add_overflow)
ARITHMETIC(sub_overflow)
ARITHMETIC(mul_overflow)
void __ubsan_handle_negate_overflow(struct overflow *data, uintptr_t a) { stop(OVERFLOWED, data->place.line); }
void __ubsan_handle_divrem_overflow(struct overflow *data, uintptr_t a, uintptr_t b) {
    stop(b == 0 ? DIV : OVERFLOWED, data->place.line);
}
void __ubsan_handle_shift_out_of_bounds(struct shift *data, uintptr_t a, uintptr_t b) {
    int width = 1 << (data->left->info >> 1);
    int is_signed = data->right->info & 1, bits = 1 << (data->right->info >> 1);
    int64_t by = is_signed && bits < 64 ? (int64_t)(b << (64 - bits)) >> (64 - bits) : (int64_t)b;
    stop(by < 0 || by >= width ? SHIFT : OVERFLOWED, data->place.line);
}
void __ubsan_handle_out_of_bounds(struct overflow *data, uintptr_t index) { stop(BOUNDS, data->place.line); }
void __ubsan_handle_type_mismatch_v1(struct overflow *data, uintptr_t pointer) {
    stop(pointer ? OTHER : POINTER, data->place.line);
}
#define REST(name) void __ubsan_handle_##name(struct place *place) { stop(OTHER, place->line); }
REST(load_invalid_value)
REST(builtin_unreachable)
REST(missing_return)
REST(vla_bound_not_positive)
REST(pointer_overflow)
REST(float_cast_overflow)
REST(nonnull_arg)
REST(nonnull_return_v1)
REST(invalid_builtin)

struct program { void (*run)(void); };
