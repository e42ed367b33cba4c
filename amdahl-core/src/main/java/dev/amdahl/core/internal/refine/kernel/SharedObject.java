package dev.amdahl.core.internal.refine.kernel;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import dev.amdahl.spi.refine.Hack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a shared object asks for and brings along, as readelf tells it.
 *
 * @param sections names of its sections
 * @param needed symbols that others must define
 * @param defined symbols that it defines
 */
record SharedObject(Set<String> sections, Set<String> needed, Set<String> defined) {
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

    private static final Set<String> RUN_AT_LOAD =
            Set.of(".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors");

    private static final Splitter WORDS = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();

    static SharedObject read(CandidateSandbox enclosure, Path folder, String file) throws IOException {
        Command.Ended ended =
                Command.run(enclosure, List.of("readelf", "-W", "-S", "-s", file), folder, Optional.empty());
        if (ended.code() != 0) {
            throw new IOException("readelf of " + folder.resolve(file) + " failed: " + ended.text());
        }
        List<String> sections = new ArrayList<>();
        List<String> needed = new ArrayList<>();
        List<String> defined = new ArrayList<>();
        ended.text()
                .lines()
                .map(line -> line.replaceFirst("^\\s*\\[\\s*", "[").strip())
                .forEach(line -> {
                    List<String> words = WORDS.splitToList(line);
                    if (line.startsWith("[") && words.size() > 1) {
                        sections.add(words.get(1));
                    } else if (words.size() >= 8 && words.get(0).matches("\\d+:")) {
                        (words.get(6).equals("UND") ? needed : defined)
                                .add(words.get(7).replaceFirst("@.*", ""));
                    }
                });
        return new SharedObject(Set.copyOf(sections), Set.copyOf(needed), Set.copyOf(defined));
    }

    Optional<HackReport> complaint() {
        Optional<String> early = sections.stream().filter(RUN_AT_LOAD::contains).findFirst();
        if (early.isPresent()) {
            return Optional.of(new HackReport(
                    Hack.FORBIDDEN_CODE, "code would run when the kernel is loaded: section " + early.get()));
        }
        return worst(needed, "calls", true).or(() -> worst(defined, "replaces", false));
    }

    /** Returns the complaint that weighs most; {@code onlyAllowed}: what is not known to be harmless is one. */
    private static Optional<HackReport> worst(Collection<String> names, String verb, boolean onlyAllowed) {
        return names.stream()
                .sorted()
                .flatMap(name -> purpose(name, onlyAllowed).stream()
                        .map(hack -> new HackReport(hack, "the kernel " + verb + " '" + name + "'")))
                .min(Comparator.comparingInt(complaint -> weight(complaint.hack())));
    }

    /** Returns what a name of the C library is for, as far as a kernel may want it. */
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
