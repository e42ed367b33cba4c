package dev.amdahl.gpu.internal.kernel.scan;

import dev.amdahl.spi.refine.Hack;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads a kernel's text as tokens, so that comments and strings accuse nobody, and names what may not stand there: clocks, libraries,
 * cache policies, host code, headers beyond a few, and whatever would outlive a launch.
 */
public final class SourceScan {
    private static final String ONE =
            "(?:__)?(?:always_inline|noinline|unused|aligned|may_alias)(?:__)? (?:\\( (?:\\w+ )?(?:\\( \\w+ \\) )?\\) )?";

    private static final Pattern SEEN = Pattern.compile("(?<=^| )(?:__attribute(?:__)? \\( \\( " + ONE + "(?:, " + ONE
            + "){0,4}\\) \\) |_Pragma \\( unroll\" \\) |(?:alignas|__align__) \\( (?:[\\w*]+ ){1,9}(?:\\( \\w+ \\) )?\\) "
            + "|__launch_bounds__ \\( (?:[^(){};\\n\"]++|\\( [^(){};\\n\"]*+\\) )*+\\) )");

    private static final Pattern PRAGMA = Pattern.compile("\\s*(?:GCC\\s*)?(?:no)?unroll[\\w\\s()]*");

    private static final Set<String> HEADERS = Stream.concat(
                    Headers.OF_TOOLKIT.stream(), Headers.byHabit().keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    private static final Map<String, String> INSTEAD = Map.of(
            "cooperative_groups.h", "use __syncthreads, __syncwarp and shuffles",
            "cuda_pipeline.h", "use cp.async in assembly",
            "iostream", "kernels print nothing",
            "stdio.h", "kernels print nothing");

    /** Libraries, what only a host has, and files beside; any other header accuses nobody. */
    private static final Pattern FOREIGN = Pattern.compile(
            "/.*|.*\\.\\..*|.*[^\\w./+-].*|(?:cu(?:blas|dnn|fft|sparse|solver|rand|tensor)|nvrtc|nvml|nccl|thrust|cub|cutlass|cute"
                    + "|torch|aten|c10|boost|sys|linux|asm|pthread|thread|chrono|c?time|c?signal|unistd|dlfcn|fcntl|fstream"
                    + "|filesystem|windows)(?:[^a-z].*|lt.*|)",
            Pattern.CASE_INSENSITIVE);

    private static final Set<String> ATTRIBUTES =
            Set.of("maybe_unused", "nodiscard", "likely", "unlikely", "fallthrough", "deprecated");
    private static final Pattern INCLUDE = Pattern.compile("#include\\w*\\s*(.*)");
    private static final Pattern HARMLESS = Pattern.compile(
            "#(?:if|ifdef|ifndef|elif|else|endif|undef|error|pragma\\s+(?:unroll|nounroll|once|nv_diag_\\w+|nv_diagnostic)\\b).*|#");
    private static final Pattern RESERVED =
            Pattern.compile("const|constexpr|static|extern|__shared__|__constant__|__device__|__global__");
    private static final Map<Pattern, Hack> WORDS = new LinkedHashMap<>();

    static {
        // Names that a loader of the host calls; on a device they mean nothing, and no honest kernel has them.
        WORDS.put(Pattern.compile("_init|_fini"), Hack.WORK_OUTSIDE_CLOCK);
        WORDS.put(
                Pattern.compile(
                        "clock|clock64|\\w*globaltimer\\w*|\\w*nanosleep|\\w*rdtscp?|\\w*readcyclecounter|clock_\\w+|gettimeofday"),
                Hack.TIMER);
        WORDS.put(
                Pattern.compile("__trap|__brkpt|_*[eE]xit|(?:quick_|at|on_)exit|abort|__builtin_trap|longjmp"),
                Hack.EARLY_EXIT);
        WORDS.put(Pattern.compile("pthread_\\w+|thrd_\\w+|v?fork|_*clone[0-9]?|omp_\\w+"), Hack.SIDE_THREAD);
        WORDS.put(
                Pattern.compile("amdahl_\\w*|__FILE__|__DATE__|__TIME__|__BASE_FILE__|dl\\w*open|dlsym|syscall|mmap"),
                Hack.EVALUATOR);
        WORDS.put(
                Pattern.compile(
                        "(?:cuda|cublas|cudnn|cufft|cusparse|nvrtc|thrust|cutlass)[A-Z_]\\w*|(?:thrust|cutlass|cub|cublas)"
                                + "|v?f?printf|malloc|free|new|delete|_Pragma|__has_include\\w*|__attribute(?:__)?|__declspec|__pragma"
                                + "|__nv_(?!bfloat16)\\w+|_NV_\\w+|__managed__|mutable|thread_local|__thread|throw|try|typeid|dynamic_cast"),
                Hack.FORBIDDEN_CODE);
    }

    private static final Pattern IN_ASSEMBLY =
            Pattern.compile("clock|globaltimer|nanosleep|evict_last|createpolicy|applypriority|discard|trap|exit|brkpt"
                    + "|\\.global\\s+\\.|\\.visible|vprintf|call|pmevent|\\\\[^nt]");
    private static final Pattern OF_CACHE = Pattern.compile("evict|no_allocate|prefetch");

    private SourceScan() {}

    /** Returns the first thing that may not stand there. */
    public static Optional<HackReport> complaint(String source) {
        Preprocessed text = Preprocessed.of(source);
        List<Token> written = without(text.written());
        List<Token> expanded = without(text.expanded());
        return Stream.<Supplier<Optional<HackReport>>>of(
                        () -> first(written.stream()
                                .filter(token -> !token.is("_Pragma"))
                                .toList()),
                        text::unclear,
                        () -> first(text.made()),
                        () -> first(expanded),
                        () -> attribute(expanded),
                        () -> assembly(expanded),
                        () -> Declarations.complaint(expanded),
                        () -> text.isSure() ? Optional.empty() : Declarations.complaint(written))
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<HackReport> first(List<Token> tokens) {
        return tokens.stream().flatMap(token -> of(token).stream()).findFirst();
    }

    private static Optional<HackReport> of(Token token) {
        return switch (token.kind()) {
            case WORD -> word(token, token.text());
            case DIRECTIVE -> directive(token);
            case MARK -> mark(token);
            default -> Optional.empty();
        };
    }

    private static Optional<HackReport> word(Token token, String word) {
        return WORDS.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(word).matches())
                .map(entry -> HackReport.at(token, entry.getValue(), "'" + word + "' may not be used"))
                .findFirst();
    }

    private static Optional<HackReport> mark(Token token) {
        return switch (token.text()) {
            case "<<<" -> Optional.of(HackReport.at(token, Hack.FORBIDDEN_CODE, "a kernel launches another one"));
            case "\\" -> Optional.of(HackReport.at(token, Hack.FORBIDDEN_CODE, "a backslash outside a string"));
            case "#", "##" -> Optional.of(HackReport.unsupported(token, "'" + token.text() + "' within a line"));
            default -> Optional.empty();
        };
    }

    /** Two brackets: an index never begins with one. */
    private static Optional<HackReport> attribute(List<Token> tokens) {
        return IntStream.range(1, tokens.size() - 1)
                .filter(i -> tokens.get(i - 1).is("[") && tokens.get(i).is("["))
                .filter(i -> !isHarmless(tokens, i + 1))
                .mapToObj(i -> HackReport.at(tokens.get(i), Hack.FORBIDDEN_CODE, "attributes"))
                .findFirst();
    }

    private static boolean isHarmless(List<Token> tokens, int at) {
        return ATTRIBUTES.contains(tokens.get(at).text())
                && at + 2 < tokens.size()
                && tokens.get(at + 1).is("]")
                && tokens.get(at + 2).is("]");
    }

    private static Optional<HackReport> directive(Token token) {
        if (token.isOpen()) {
            return Optional.of(HackReport.unsupported(token, "a quote that does not end in '" + token.text() + "'"));
        }
        Matcher include = INCLUDE.matcher(token.text());
        if (include.matches()) {
            String header = include.group(1).strip().replaceAll("^[<\"]|[>\"]$", "");
            if (HEADERS.contains(header)) {
                return Optional.empty();
            }
            return Optional.of(
                    FOREIGN.matcher(header).matches()
                            ? HackReport.at(
                                    token, Hack.FORBIDDEN_CODE, "includes '" + header + "'; allowed are " + HEADERS)
                            : HackReport.unsupported(
                                    token,
                                    "'" + header + "' is not there; "
                                            + INSTEAD.getOrDefault(header, "there are " + HEADERS)));
        }
        Matcher define = Preprocessed.DEFINE.matcher(token.text());
        if (define.matches()) {
            if (RESERVED.matcher(define.group(1)).matches()) {
                return Optional.of(
                        HackReport.at(token, Hack.FORBIDDEN_CODE, "the word '" + define.group(1) + "' is redefined"));
            }
            return without(Macros.tokens(define.group(2), token.line())).stream()
                    .filter(part -> !part.text().startsWith("#") && !part.is("_Pragma"))
                    .flatMap(part -> of(part).stream())
                    .findFirst();
        }
        return HARMLESS.matcher(token.text()).matches()
                ? Optional.empty()
                : Optional.of(HackReport.at(token, Hack.FORBIDDEN_CODE, "the directive '" + token.text() + "'"));
    }

    /** Strings of one assembly statement are one text, however they are cut. */
    private static Optional<HackReport> assembly(List<Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (!token.is("asm") && !token.is("__asm__") && !token.is("__asm")) {
                continue;
            }
            StringBuilder text = new StringBuilder();
            for (int j = i + 1; j < tokens.size() && !tokens.get(j).is(";"); j++) {
                if (tokens.get(j).kind() == Token.Kind.STRING) {
                    text.append(tokens.get(j).text());
                }
            }
            Matcher found = IN_ASSEMBLY.matcher(text);
            if (found.find()) {
                Hack hack = found.group().matches("clock|globaltimer|nanosleep") ? Hack.TIMER : Hack.FORBIDDEN_CODE;
                return Optional.of(HackReport.at(token, hack, "'" + found.group() + "' in assembly"));
            }
            Matcher cache = OF_CACHE.matcher(text);
            if (cache.find()) {
                return Optional.of(HackReport.unsupported(
                        token,
                        "'" + cache.group() + "' in assembly: what a launch leaves in the cache would be timed; load"
                                + " without a policy"));
            }
        }
        return Optional.empty();
    }

    /** Returns the tokens without them. */
    private static List<Token> without(List<Token> tokens) {
        StringBuilder text = new StringBuilder();
        int[] starts = new int[tokens.size() + 1];
        for (int i = 0; i < tokens.size(); i++) {
            text.append(shown(tokens.get(i))).append(' ');
            starts[i + 1] = text.length();
        }
        List<Token> left = new ArrayList<>();
        Matcher seen = SEEN.matcher(text);
        int next = 0;
        while (seen.find()) {
            for (; starts[next] < seen.start(); next++) {
                left.add(tokens.get(next));
            }
            while (starts[next] < seen.end()) {
                next++;
            }
        }
        left.addAll(tokens.subList(next, tokens.size()));
        return left;
    }

    /** Without spaces of its own; a string and a directive are told apart from what they say. */
    private static String shown(Token token) {
        return switch (token.kind()) {
            case STRING -> PRAGMA.matcher(token.text()).matches() ? "unroll\"" : "\"";
            case DIRECTIVE -> "\n";
            case CHARACTER -> "\"";
            default -> token.text();
        };
    }
}
