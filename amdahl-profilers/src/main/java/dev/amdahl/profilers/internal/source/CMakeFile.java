package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.SourceEdit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the {@value #NAME} of a program could say otherwise, where the folder that CMake built it in tells how it was configured. */
final class CMakeFile {
    static final String NAME = "CMakeLists.txt";

    private static final Pattern PROJECT = Pattern.compile(
            "^[ \\t]*project[ \\t]*\\([^()#]*\\)[ \\t]*\\n", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);
    private static final Pattern BUILD_TYPE = Pattern.compile(
            "^[ \\t]*set[ \\t]*\\([ \\t]*CMAKE_BUILD_TYPE[ \\t]+([^\\s()#]+)",
            Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);
    private static final Pattern CACHED_TYPE = Pattern.compile("^CMAKE_BUILD_TYPE:[A-Z]+=(.*)$", Pattern.MULTILINE);
    private static final Set<String> UNOPTIMIZED = Set.of("", "DEBUG", "NONE");

    private CMakeFile() {}

    /** Returns its changes; none where no cache of CMake lies above the program, or the file has no plain {@code project(…)}. */
    static List<SourceEdit> edits(SourceText source, Path root, Path program) throws IOException {
        Optional<String> cached = cachedType(root.toAbsolutePath().normalize(), root.resolve(program));
        Matcher project = PROJECT.matcher(source.text());
        if (cached.isEmpty() || !project.find()) {
            return List.of();
        }
        List<SourceEdit> edits = new ArrayList<>();
        Matcher type = BUILD_TYPE.matcher(source.text());
        boolean isSet = type.find();
        String now = isSet ? type.group(1).replace("\"", "") : cached.get();
        if (UNOPTIMIZED.contains(now.toUpperCase(Locale.ROOT))) {
            TextEdits release = isSet
                    ? new TextEdits().replace(type.start(1), type.end(1), "Release")
                    : new TextEdits().insert(project.end(), "set(CMAKE_BUILD_TYPE Release)\n");
            add(
                    edits,
                    source,
                    "cc-optimize",
                    "let the compiler optimize",
                    release,
                    isSet ? type.start(1) : project.end());
        }
        option(edits, source, project, "cc-native", "compile for this processor", "-march=native", "-march=|-mcpu=");
        option(
                edits,
                source,
                project,
                "cc-fast-math",
                "let the compiler reorder arithmetic",
                "-ffast-math",
                "-Ofast|-ffast-math");
        if (!source.text().contains("INTERPROCEDURAL_OPTIMIZATION")
                && !source.text().contains("-flto")) {
            String on = "set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)\n";
            add(
                    edits,
                    source,
                    "cc-lto",
                    "optimize across files",
                    new TextEdits().insert(project.end(), on),
                    project.end());
        }
        return edits;
    }

    private static void option(
            List<SourceEdit> edits,
            SourceText source,
            Matcher project,
            String name,
            String title,
            String flag,
            String like) {
        if (!Pattern.compile(like).matcher(source.text()).find()) {
            TextEdits added = new TextEdits().insert(project.end(), "add_compile_options(" + flag + ")\n");
            add(edits, source, name, title, added, project.end());
        }
    }

    private static void add(
            List<SourceEdit> edits, SourceText source, String name, String title, TextEdits change, int at) {
        MakeSiteFinder.kind(name, title)
                .over(List.of(new EditKind.InFile(NAME, source.diff(NAME, change), List.of(source.line(at)))))
                .ifPresent(edits::add);
    }

    private static Optional<String> cachedType(Path root, Path program) throws IOException {
        Path folder = program.toAbsolutePath().normalize().getParent();
        while (folder != null && folder.startsWith(root)) {
            Path cache = folder.resolve("CMakeCache.txt");
            if (Files.isRegularFile(cache)) {
                Matcher type = CACHED_TYPE.matcher(Files.readString(cache, StandardCharsets.UTF_8));
                return Optional.of(type.find() ? type.group(1).strip() : "");
            }
            folder = folder.getParent();
        }
        return Optional.empty();
    }
}
