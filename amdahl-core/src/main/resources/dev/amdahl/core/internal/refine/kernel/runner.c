/* Calls one kernel on buffers in a shared file, at the other end of a pipe. The clock, the expected results and the judge are not here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TRAPPED 159
#define OUT_OF_TIME (128 + SIGXCPU)
#define RUN 1
#define TOUCH 3

typedef void kernel_function(const float *, const float *, float *, long);

struct call {
    int64_t operation, number, n, a_length, b_length, out_length, a, b, out;
};

static volatile int64_t *status;

static void trapped(int signal, siginfo_t *info, void *context) {
    (void)signal;
    (void)context;
    *status = info->si_syscall;
    syscall(SYS_exit_group, TRAPPED);
}

/* The first process of a namespace would not be ended by the signal alone. */
static void out_of_time(int signal) {
    (void)signal;
    syscall(SYS_exit_group, OUT_OF_TIME);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "no filter of system calls for this processor"
#endif

#define ARGUMENT(i) (offsetof(struct seccomp_data, args) + 8 * (i))
#define LOAD(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (what))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define TRAP BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP)
#define PERMIT(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ALLOW
/* Only if the low word of an argument has none of these bits. */
#define PERMIT_WITHOUT(name, i, bits) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD(ARGUMENT(i)), \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 1, 0), ALLOW, TRAP
/* Only for this value of an argument's low word. */
#define PERMIT_FOR(name, i, value) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD(ARGUMENT(i)), \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1), ALLOW, TRAP
#define START \
    LOAD(offsetof(struct seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), TRAP, \
        LOAD(offsetof(struct seccomp_data, nr))

static void filter(struct sock_filter *rules, unsigned short count) {
    struct sock_fprog program = {count, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program)) {
        perror("seccomp");
        exit(3);
    }
}

/* While the kernel is loaded, code of it may run already: files may be read, nothing may be written or started. */
static void filter_for_loading(void) {
    struct sock_filter rules[] = {START,
        PERMIT(read), PERMIT_FOR(write, 0, 1), PERMIT(exit_group), PERMIT(brk), PERMIT(munmap), PERMIT(madvise),
        PERMIT(mmap), PERMIT(mprotect), PERMIT(close), PERMIT(fstat), PERMIT(newfstatat), PERMIT(pread64),
        PERMIT_WITHOUT(openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC), PERMIT(mremap), PERMIT(futex),
        PERMIT(getrandom), PERMIT(sysinfo), PERMIT(prctl), PERMIT(seccomp), TRAP};
    filter(rules, sizeof rules / sizeof *rules);
}

static void filter_for_running(void) {
    struct sock_filter rules[] = {START,
        PERMIT_FOR(read, 0, 0), PERMIT_FOR(write, 0, 1), PERMIT(exit_group), PERMIT(brk), PERMIT(munmap),
        PERMIT(madvise), PERMIT(mremap), PERMIT(futex), PERMIT(getrandom), PERMIT(sysinfo),
        PERMIT_WITHOUT(mmap, 2, PROT_EXEC), TRAP};
    filter(rules, sizeof rules / sizeof *rules);
}

static void limit_between(int resource, rlim_t told, rlim_t most) {
    struct rlimit bounds = {told, most};
    setrlimit(resource, &bounds);
}

static void limit(int resource, rlim_t most) {
    limit_between(resource, most, most);
}

static int whole(ssize_t (*step)(int, void *, size_t), int file, void *bytes, size_t length) {
    char *at = bytes;
    while (length > 0) {
        ssize_t done = step(file, at, length);
        if (done <= 0) {
            return 0;
        }
        at += done;
        length -= (size_t)done;
    }
    return 1;
}

static ssize_t put(int file, void *bytes, size_t length) {
    return write(file, bytes, length);
}

/* Reads all inputs once and writes all outputs once: no kernel that does its work is much faster. */
__attribute__((optimize("O3"), noinline)) static void touch(const struct call *call, const char *arena) {
    const uint32_t *a = (const uint32_t *)(arena + call->a), *b = (const uint32_t *)(arena + call->b);
    uint32_t bits = 0, *out = (uint32_t *)(arena + call->out);
    for (int64_t i = 0; i < call->a_length; i++) bits ^= a[i];
    for (int64_t i = 0; i < call->b_length; i++) bits ^= b[i];
    for (int64_t i = 0; i < call->out_length; i++) out[i] = bits;
}

/* runner KERNEL ARENA CPU_SECONDS */
int main(int count, char **arguments) {
    if (count != 4) {
        return 2;
    }
    int file = open(arguments[2], O_RDWR);
    struct stat size;
    if (file < 0 || fstat(file, &size)) {
        perror(arguments[2]);
        return 3;
    }
    char *arena = mmap(NULL, (size_t)size.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (arena == MAP_FAILED) {
        perror("mmap");
        return 3;
    }
    close(file);
    status = (volatile int64_t *)arena;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 16);
    rlim_t seconds = (rlim_t)atol(arguments[3]);
    limit_between(RLIMIT_CPU, seconds, seconds + 2);
    limit(RLIMIT_AS, (rlim_t)size.st_size + (512ul << 20));
    struct sigaction trap = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO};
    sigaction(SIGSYS, &trap, NULL);
    signal(SIGXCPU, out_of_time);
    filter_for_loading();
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    kernel_function *kernel = library == NULL ? NULL : (kernel_function *)dlsym(library, "kernel");
    if (kernel == NULL) {
        return 4;
    }
    filter_for_running();
    struct call call;
    while (whole(read, 0, &call, sizeof call)) {
        if (call.operation == RUN) {
            kernel((const float *)(arena + call.a), (const float *)(arena + call.b), (float *)(arena + call.out), call.n);
        } else if (call.operation == TOUCH) {
            touch(&call, arena);
        }
        if (!whole(put, 1, &call.number, sizeof call.number)) {
            return 5;
        }
    }
    return 0;
}
