/* A PID controller in fixed point (12 fractional bits) for a heater; the measured temperatures come from standard input. */
#include <stdint.h>
#include <stdio.h>

#define FRACTION 12
#define ONE (1 << FRACTION)
#define OUTPUT_MAX (100 * ONE)
#define INTEGRAL_MAX (2000 * ONE)

struct pid {
    int32_t kp, ki, kd;
    int32_t setpoint;
    int32_t integral;
    int32_t last_error;
};

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

static int32_t fixed_mul(int32_t a, int32_t b)
{
    return a * b / ONE;
}

static void pid_init(struct pid *p, int32_t setpoint)
{
    p->kp = 5 * ONE / 2;
    p->ki = ONE / 16;
    p->kd = ONE / 2;
    p->setpoint = setpoint;
    p->integral = 0;
    p->last_error = 0;
}

static int32_t pid_step(struct pid *p, int32_t measured)
{
    int32_t error = p->setpoint - measured;
    int32_t change = error - p->last_error;
    int32_t output;

    p->integral = clamp(p->integral + error, -INTEGRAL_MAX, INTEGRAL_MAX);
    p->last_error = error;
    output = fixed_mul(p->kp, error) + fixed_mul(p->ki, p->integral) + fixed_mul(p->kd, change);
    return clamp(output, 0, OUTPUT_MAX);
}

int main(void)
{
    struct pid heater;
    int sample;

    pid_init(&heater, 60 * ONE);
    /* Samples are tenths of a degree; the sensor cannot give more than 16 bits. */
    while (scanf("%d", &sample) == 1) {
        int32_t power;

        if (sample < INT16_MIN || sample > INT16_MAX) {
            fprintf(stderr, "sensor failure\n");
            return 1;
        }
        power = pid_step(&heater, sample * ONE / 10);
        printf("%4d.%d -> %3d%%\n", sample / 10, sample < 0 ? -(sample % 10) : sample % 10, (int)(power / ONE));
    }
    return 0;
}
//@ truth: unsafe
//@ kind: overflow
//@ line: 28
//@ run: < "215 -50\n"
