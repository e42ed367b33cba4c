package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.refine.Hack;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/** What names of the C library are for, as far as a kernel may want them. */
final class Symbols {
    private static final Pattern ENDS =
            Pattern.compile("_?_?_?[eE]xit|quick_exit|kill|tgkill|raise|exit_group|_?longjmp");
    private static final Pattern THREADS = Pattern.compile(
            "pthread_.*|thrd_.*|fork|vfork|clone3?|exec[lv].*|fexecve|system|popen|posix_spawn.*|GOMP_.*|omp_.*|aio_.*|timer_create|signal|sigaction");
    private static final Pattern CLOCKS = Pattern.compile(
            "clock|clock_\\w+|time|times|timespec_get|gettimeofday|ftime|nanosleep|usleep|sleep|setitimer|alarm|getrusage");
    private static final Pattern FILES = Pattern.compile(
            "f?open(64)?|openat(64)?|creat|f?read|f?write|p?writev?|pread|unlink(at)?|remove|rename|truncate|ftruncate"
                    + "|mmap(64)?|mprotect|munmap|ptrace|process_vm_\\w+|dl\\w+|f?puts|f?printf|_*f?printf_chk|vf?printf"
                    + "|stdout|stderr|stdin|getenv|setenv|environ|syscall|prctl|_dl_\\w+|__libc_\\w+|dup2?|socket|connect");
    private static final Pattern ALLOWED = Pattern.compile(
            "mem(cpy|set|move|cmp|chr)|__mem(cpy|set|move)_chk|malloc|calloc|realloc|free|aligned_alloc|posix_memalign"
                    + "|qsort|bsearch|abort|__assert_fail|__stack_chk_fail|__tls_get_addr|_GLOBAL_OFFSET_TABLE_|_ITM_\\w+"
                    + "|__gmon_start__|__cxa_finalize|__cpu_model|__cpu_indicator_init|_ZGV\\w+|l?l?abs"
                    + "|(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|sincos|exp|exp2|expm1|log|log2"
                    + "|log10|log1p|pow|sqrt|cbrt|hypot|erf|erfc|tgamma|lgamma|ceil|floor|trunc|round|l?l?rint|l?l?round"
                    + "|nearbyint|fmod|remainder|fmin|fmax|fdim|fma|fabs|copysign|nextafter|ldexp|frexp|modf|scalbln?|ilogb"
                    + "|logb|__exp|__log|__pow)(f|l|_finite|f_finite)?");

    private Symbols() {}

    /** The complaint that weighs most; {@code onlyAllowed}: what is not known to be harmless is one. */
    static Optional<HackReport> worst(Collection<String> names, String verb, boolean onlyAllowed) {
        return names.stream()
                .sorted()
                .flatMap(name -> purpose(name, onlyAllowed).stream()
                        .map(hack -> new HackReport(hack, "the kernel " + verb + " '" + name + "'")))
                .min(Comparator.comparingInt(complaint -> weight(complaint.hack())));
    }

    private static Optional<Hack> purpose(String name, boolean onlyAllowed) {
        if (ENDS.matcher(name).matches()) {
            return Optional.of(Hack.EARLY_EXIT);
        }
        if (THREADS.matcher(name).matches()) {
            return Optional.of(Hack.SIDE_THREAD);
        }
        if (CLOCKS.matcher(name).matches()) {
            return Optional.of(Hack.TIMER);
        }
        if (FILES.matcher(name).matches()) {
            return Optional.of(Hack.EVALUATOR);
        }
        boolean isHarmless =
                !onlyAllowed || name.isEmpty() || ALLOWED.matcher(name).matches();
        return isHarmless ? Optional.empty() : Optional.of(Hack.FORBIDDEN_CODE);
    }

    private static int weight(Hack hack) {
        return switch (hack) {
            case EARLY_EXIT -> 0;
            case SIDE_THREAD -> 1;
            case EVALUATOR -> 2;
            case TIMER -> 3;
            default -> 4;
        };
    }
}
