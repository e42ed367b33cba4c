/* Runs kernels of a shared object on buffers in a shared file, at the other end of a pipe. The clock, the expected results and the judge
 * are not here. */
#define _GNU_SOURCE
#include "fibres.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

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

static char *arena;
static size_t arena_bytes;
static struct call call;
static kernel_function *kernel;
static int64_t values[MOST_ARGUMENTS];

static void call_kernel(void) {
    kernel(values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7], values[8], values[9],
        values[10], values[11]);
}

/* The output is the last. */
static int64_t output(void) {
    int64_t last = 0;
    for (int64_t i = 0; i < call.arguments; i++) {
        if (call.pointers >> i & 1) {
            last = i;
        }
    }
    return last;
}

/* Reads all inputs once and writes all outputs once: no kernel that does its work is much faster. */
__attribute__((optimize("O3"), noinline)) static void touch(void) {
    uint32_t bits = 0;
    int64_t last = output();
    for (int64_t i = 0; i < last; i++) {
        const uint32_t *words = (const uint32_t *)(arena + call.argument[i]);
        for (int64_t j = 0; j < call.length[i]; j++) bits ^= words[j];
    }
    uint32_t *out = (uint32_t *)(arena + call.argument[last]);
    for (int64_t j = 0; j < call.length[last]; j++) out[j] = bits;
}

static size_t first_page(int64_t i) {
    return (size_t)call.argument[i] / PAGE * PAGE;
}

static size_t pages_end(int64_t i) {
    return ((size_t)(call.argument[i] + 4 * call.length[i]) + PAGE - 1) / PAGE * PAGE;
}

/* Leaves nothing of the arena but the pages of the inputs, to read, and those of the output. */
static int protect(void) {
    int64_t last = output();
    if (mprotect(arena, arena_bytes, PROT_NONE)) {
        return 0;
    }
    for (int64_t i = 0; i <= last; i++) {
        int way = i == last ? PROT_READ | PROT_WRITE : PROT_READ;
        if (pages_end(i) > first_page(i) && mprotect(arena + first_page(i), pages_end(i) - first_page(i), way)) {
            return 0;
        }
    }
    return 1;
}

/* Of another address the default action follows, as the handler is gone. */
static void fault(int number, siginfo_t *info, void *context) {
    char *at = info->si_addr;
    (void)number, (void)context;
    if (at < arena || at >= arena + arena_bytes) {
        return;
    }
    for (int64_t i = 0; i < output(); i++) {
        if (at >= arena + first_page(i) && at < arena + pages_end(i)) {
            _longjmp(scheduler, WRITTEN);
        }
    }
    _longjmp(scheduler, OUTSIDE);
}

static enum status serve(kernel_function **entries) {
    if (!protect()) {
        return UNAVAILABLE;
    }
    if (call.operation == TOUCH) {
        touch();
    } else if (call.operation == RUN) {
        for (int64_t i = 0; i < MOST_ARGUMENTS; i++) {
            values[i] = (call.pointers >> i & 1) ? (int64_t)(arena + call.argument[i]) : call.argument[i];
        }
        work = call_kernel;
        drawn = (uint64_t)call.seed | 1;
        uint32_t pattern = (call.seed & 2 ? 0x7fc00000u : 0x447a0000u) | (uint32_t)(draw() & 0xfff);
        for (int64_t i = 0; i < call.launches; i++) {
            kernel = entries[call.launch[i].entry];
            enum status status = run(&call.launch[i], pattern);
            if (status != DONE_WELL) {
                return status;
            }
        }
    }
    return DONE_WELL;
}

/* From here on: the pipe, protection of memory that no code lies in, and the end. */
static int confine(void) {
    struct sock_filter rules[] = {
#ifdef ARCHITECTURE
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_read, 6, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 5, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int catch_faults(void) {
    static char alternate[1 << 16];
    stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
    struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
    return !sigaltstack(&stack, NULL) && !sigaction(SIGSEGV, &action, NULL);
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
    arena_bytes = (size_t)size.st_size;
    arena = mmap(NULL, arena_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
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
    if (!catch_faults() || !confine()) {
        perror("signals or seccomp");
        return 3;
    }
    while (whole(1, &call, sizeof call)) {
        struct answer answer = {call.number, serve(entries), 0};
        if (!whole(0, &answer, sizeof answer)) {
            break;
        }
    }
    syscall(SYS_exit, 0);
    return 0;
}
