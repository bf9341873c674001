/* A virtual machine with a stack: reads a program as numbers from standard input and runs it. */
#include <stdint.h>
#include <stdio.h>

#define CODE_SIZE 128
#define STACK_SIZE 32
#define MEMORY_SIZE 16
#define MAX_STEPS 10000

enum op { HALT, PUSH, POP, ADD, SUB, MUL, DIV, DUP, SWAP, LOAD, STORE, JUMP, JZ, PRINT };

enum status { RUNNING, STOPPED, STACK_OVERFLOW, STACK_UNDERFLOW, BAD_OPCODE, BAD_ADDRESS, ZERO_DIVISION, TOO_LONG };

static const char *const messages[] = {
    "running", "stopped", "stack overflow", "stack underflow", "bad opcode", "bad address", "division by zero", "too many steps",
};

struct vm {
    int32_t code[CODE_SIZE];
    int code_length;
    int pc;
    int32_t stack[STACK_SIZE];
    int sp;
    int32_t memory[MEMORY_SIZE];
    enum status status;
};

static void push(struct vm *vm, int32_t value)
{
    if (vm->sp == STACK_SIZE)
        vm->status = STACK_OVERFLOW;
    else
        vm->stack[vm->sp++] = value;
}

static int32_t pop(struct vm *vm)
{
    if (vm->sp == 0) {
        vm->status = STACK_UNDERFLOW;
        return 0;
    }
    return vm->stack[--vm->sp];
}

/* The next number of the program. */
static int32_t fetch(struct vm *vm)
{
    if (vm->pc < 0 || vm->pc >= vm->code_length) {
        vm->status = BAD_ADDRESS;
        return HALT;
    }
    return vm->code[vm->pc++];
}

/* Arithmetic is modulo 2 to the power of 32. */
static int32_t wrapped(int64_t value)
{
    uint32_t low = (uint32_t)value;

    return low <= INT32_MAX ? (int32_t)low : (int32_t)((int64_t)low - INT64_C(4294967296));
}

static void binary(struct vm *vm, int32_t op)
{
    int64_t b = pop(vm), a = pop(vm);

    if (vm->status != RUNNING)
        return;
    switch (op) {
    case ADD:
        push(vm, wrapped(a + b));
        break;
    case SUB:
        push(vm, wrapped(a - b));
        break;
    case MUL:
        push(vm, wrapped(a * b));
        break;
    case DIV:
        if (b == 0)
            vm->status = ZERO_DIVISION;
        else
            push(vm, wrapped(a / b));
        break;
    default:
        vm->status = BAD_OPCODE;
    }
}

static void step(struct vm *vm)
{
    int32_t op = fetch(vm), x, y;

    if (vm->status != RUNNING)
        return;
    switch (op) {
    case HALT:
        vm->status = STOPPED;
        break;
    case PUSH:
        push(vm, fetch(vm));
        break;
    case POP:
        pop(vm);
        break;
    case DUP:
        x = pop(vm);
        push(vm, x);
        push(vm, x);
        break;
    case SWAP:
        x = pop(vm);
        y = pop(vm);
        push(vm, x);
        push(vm, y);
        break;
    case LOAD:
    case STORE:
        x = fetch(vm);
        if (x < 0 || x >= MEMORY_SIZE)
            vm->status = BAD_ADDRESS;
        else if (op == LOAD)
            push(vm, vm->memory[x]);
        else
            vm->memory[x] = pop(vm);
        break;
    case JUMP:
        vm->pc = fetch(vm);
        break;
    case JZ:
        x = fetch(vm);
        if (pop(vm) == 0)
            vm->pc = x;
        break;
    case PRINT:
        printf("%ld\n", (long)pop(vm));
        break;
    default:
        binary(vm, op);
    }
}

int main(void)
{
    static struct vm vm;
    int value, steps = 0;

    while (vm.code_length < CODE_SIZE && scanf("%d", &value) == 1)
        vm.code[vm.code_length++] = value;
    while (vm.status == RUNNING) {
        step(&vm);
        if (++steps >= MAX_STEPS && vm.status == RUNNING)
            vm.status = TOO_LONG;
    }
    printf("%s at %d after %d steps\n", messages[vm.status], vm.pc, steps);
    return vm.status != STOPPED;
}
//@ truth: safe
