/* Runs kernels of a shared object on buffers in a shared file, at the other end of a pipe. The clock, the expected results and the judge
 * are not here. */
#define _GNU_SOURCE
#include "fibres.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <linux/seccomp.h>

#define MOST_ENTRIES 4
#define MOST_ARGUMENTS 12
#define MOST_LAUNCHES 2

enum operation { LOAD, RUN, STORE, TOUCH };

struct call {
    int64_t operation, number, seed, repetitions, flops, bytes, launches, arguments, pointers;
    int64_t argument[MOST_ARGUMENTS], length[MOST_ARGUMENTS];
    struct launch launch[MOST_LAUNCHES];
};
struct answer { int64_t number, status, nanos; };
typedef void kernel_function(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
    int64_t, int64_t);

static kernel_function *kernel;
static int64_t values[MOST_ARGUMENTS];

static void call_kernel(void) {
    kernel(values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], values[8], values[9],
        values[10], values[11]);
}

/* Reads all inputs once and writes all outputs once: no kernel that does its work is much faster. */
__attribute__((optimize("O3"), noinline)) static void touch(const struct call *call, char *arena) {
    uint32_t bits = 0;
    int64_t last = 0;
    for (int64_t i = 0; i < call->arguments; i++) {
        if (call->pointers >> i & 1) {
            last = i;
        }
    }
    for (int64_t i = 0; i < last; i++) {
        const uint32_t *words = (const uint32_t *)(arena + call->argument[i]);
        for (int64_t j = 0; j < call->length[i]; j++) bits ^= words[j];
    }
    uint32_t *out = (uint32_t *)(arena + call->argument[last]);
    for (int64_t j = 0; j < call->length[last]; j++) out[j] = bits;
}

static enum status serve(const struct call *call, kernel_function **entries, char *arena) {
    if (call->operation == TOUCH) {
        touch(call, arena);
    } else if (call->operation == RUN) {
        for (int64_t i = 0; i < MOST_ARGUMENTS; i++) {
            values[i] = (call->pointers >> i & 1) ? (int64_t)(arena + call->argument[i]) : call->argument[i];
        }
        work = call_kernel;
        drawn = (uint64_t)call->seed | 1;
        uint32_t pattern = (call->seed & 2 ? 0x7fc00000u : 0x447a0000u) | (uint32_t)(draw() & 0xfff);
        for (int64_t i = 0; i < call->launches; i++) {
            kernel = entries[call->launch[i].entry];
            enum status status = run(&call->launch[i], pattern);
            if (status != DONE_WELL) {
                return status;
            }
        }
    }
    return DONE_WELL;
}

static void limit(int resource, rlim_t most) {
    struct rlimit bounds = {most, most};
    setrlimit(resource, &bounds);
}

/* emulator KERNEL ARENA ENTRY... */
int main(int count, char **arguments) {
    kernel_function *entries[MOST_ENTRIES] = {0};
    if (count < 4 || count - 3 > MOST_ENTRIES) {
        return 2;
    }
    int file = open(arguments[2], O_RDWR);
    struct stat size;
    if (file < 0 || fstat(file, &size)) {
        perror(arguments[2]);
        return 3;
    }
    char *arena = mmap(NULL, (size_t)size.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (arena == MAP_FAILED || !make_fibres()) {
        perror("memory");
        return 3;
    }
    close(file);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 16);
    limit(RLIMIT_NPROC, 0);
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 4;
    }
    void *(*anchor)(void) = (void *(*)(void))dlsym(library, "amdahl_shared_anchor");
    for (int i = 3; i < count; i++) {
        entries[i - 3] = (kernel_function *)dlsym(library, arguments[i]);
        if (entries[i - 3] == NULL || anchor == NULL) {
            fprintf(stderr, "no entry %s\n", arguments[i]);
            return 4;
        }
    }
    dl_iterate_phdr(find_shared, anchor());
    static struct call call;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT)) {
        perror("seccomp");
        return 3;
    }
    while (whole(1, &call, sizeof call)) {
        struct answer answer = {call.number, serve(&call, entries, arena), 0};
        if (!whole(0, &answer, sizeof answer)) {
            break;
        }
    }
    syscall(SYS_exit, 0);
    return 0;
}
