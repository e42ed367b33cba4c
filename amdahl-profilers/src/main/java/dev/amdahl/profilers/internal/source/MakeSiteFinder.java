package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceEdit;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds what the Makefile of a compiled program could say otherwise, the flags of its compilers, where a variable of the usual name holds
 * them; of a program that CMake built, what its CMakeLists.txt could; and changes of the C files beside it. It knows no places in source.
 * Stateless, thread-safe.
 */
public final class MakeSiteFinder implements SiteFinder {
    static final String NAME = "make";
    private static final List<String> FILES = List.of("GNUmakefile", "makefile", "Makefile");
    private static final Pattern FLAGS = Pattern.compile(
            "^(?:CFLAGS|CXXFLAGS|FFLAGS|FCFLAGS|OPTFLAGS|OPT) *[:?+]?= *([^\\n#\\\\]*)$", Pattern.MULTILINE);
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
    private static final long MAX_PROGRAM_BYTES = 64 << 20;

    private static final List<Flags> ALL = List.of(
            new Flags("cc-optimize", "let the compiler optimize", MakeSiteFinder::optimized),
            new Flags(
                    "cc-native",
                    "compile for this processor",
                    words -> with(words, "-march=native", "-m(arch|cpu)=.*")),
            new Flags(
                    "cc-fast-math",
                    "let the compiler reorder arithmetic",
                    words -> with(words, "-ffast-math", "-ffast-math|-Ofast")),
            new Flags("cc-lto", "optimize across files", words -> with(words, "-flto", "-flto.*")),
            new Flags(
                    "cc-unchecked",
                    "compile without checks and profiles",
                    words -> without(words, "-fsanitize=.*|-pg|--coverage|-fprofile-arcs|-ftest-coverage")));

    private record Flags(String name, String title, UnaryOperator<List<String>> change) {}

    private static List<String> optimized(List<String> words) {
        if (words.contains("-O3") || words.contains("-Ofast")) {
            return words;
        }
        List<String> after = new ArrayList<>(without(words, "-O[0-3gs]?"));
        after.add(words.contains("-O2") ? "-O3" : "-O2");
        return after;
    }

    private static List<String> with(List<String> words, String flag, String like) {
        List<String> after = new ArrayList<>(words);
        if (words.stream().noneMatch(word -> word.matches(like))) {
            after.add(flag);
        }
        return after;
    }

    private static List<String> without(List<String> words, String like) {
        return words.stream().filter(word -> !word.matches(like)).toList();
    }

    @Override
    public SourceScan find(Path root, SourceLimits limits) {
        requireFolder(root);
        return new SourceScan(root, List.of(), List.of(), List.of());
    }

    /** Tells whether a program is compiled, and what it is linked with. */
    @Override
    public SettingScan settings(Path root, Path program, SourceLimits limits) {
        requireFolder(root);
        Path file = root.resolve(program);
        if (!isBinary(file)) {
            return SettingScan.NONE;
        }
        return new SettingScan(
                List.of(),
                List.of(),
                isLinkedWith(file, "libgomp.so") ? Set.of("native", "openmp") : Set.of("native"),
                List.of());
    }

    @Override
    public List<SourceEdit> edits(Path root, Path program, SourceLimits limits) {
        requireFolder(root);
        if (!isBinary(root.resolve(program))) {
            return List.of();
        }
        try {
            if (Files.isRegularFile(root.resolve(CMakeFile.NAME))) {
                SourceText lists = new SourceText(TreeScan.text(root.resolve(CMakeFile.NAME), limits));
                return Stream.concat(CMakeFile.edits(lists, root, program).stream(), CEdit.in(root, limits).stream())
                        .toList();
            }
            String file = FILES.stream()
                    .filter(name -> Files.isRegularFile(root.resolve(name)))
                    .findFirst()
                    .orElse("");
            if (file.isEmpty()) {
                return List.of();
            }
            SourceText text = new SourceText(TreeScan.text(root.resolve(file), limits));
            return Stream.concat(
                            ALL.stream().flatMap(flags -> edit(flags, file, text).stream()),
                            CEdit.in(root, limits).stream())
                    .toList();
        } catch (IOException | UnparsableException unreadable) {
            return List.of();
        }
    }

    private static Optional<SourceEdit> edit(Flags flags, String file, SourceText source) {
        TextEdits edits = new TextEdits();
        Set<Integer> lines = new TreeSet<>();
        Matcher matcher = FLAGS.matcher(source.text());
        while (matcher.find()) {
            List<String> words = Arrays.stream(matcher.group(1).strip().split("\\s+"))
                    .filter(word -> !word.isEmpty())
                    .toList();
            List<String> after = flags.change().apply(words);
            if (!after.equals(words)) {
                edits.replace(matcher.start(1), matcher.end(1), String.join(" ", after));
                lines.add(source.line(matcher.start()));
            }
        }
        return kind(flags.name(), flags.title())
                .over(List.of(new EditKind.InFile(file, source.diff(file, edits), lines)));
    }

    /** Returns a change of how a program is compiled. */
    static EditKind kind(String name, String title) {
        return new EditKind(
                name,
                title,
                "host-cpu-features-vectorise",
                List.of(Bottleneck.HOST_SERIAL, Bottleneck.COMPUTE_BOUND),
                false);
    }

    private static boolean isBinary(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(ELF.length), ELF);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static boolean isLinkedWith(Path file, String library) {
        try {
            return Files.size(file) < MAX_PROGRAM_BYTES
                    && Files.readString(file, StandardCharsets.ISO_8859_1).contains(library);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static void requireFolder(Path root) {
        if (!Files.isDirectory(root) || !Files.isReadable(root)) {
            throw new InvalidInputException(root.toString(), "no readable folder", "name the folder of the source");
        }
    }
}
