package dev.amdahl.examples.init;

import dev.amdahl.examples.cli.common.Shell;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.profiler.SourceEdit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Changes of a job's code that can be tried.
 *
 * @param offered those that apply to what git has of it
 * @param remarks why others are not offered
 */
record CodeChanges(List<SourceEdit> offered, List<String> remarks) {
    private static final String HEAD = "HEAD";

    CodeChanges {
        offered = List.copyOf(offered);
        remarks = List.copyOf(remarks);
    }

    /**
     * Chooses among the changes that a finder gives.
     *
     * @param directory of the job, which is to be the top of a git repository
     * @param hasDevice whether the job computes on an accelerator
     */
    static CodeChanges of(Path directory, List<SourceEdit> edits, boolean hasDevice, Optional<Builder> builder) {
        List<SourceEdit> useful =
                edits.stream().filter(edit -> hasDevice || !edit.needsDevice()).toList();
        if (useful.isEmpty()) {
            return new CodeChanges(List.of(), List.of());
        }
        if (builder.isEmpty() || !Files.exists(directory.resolve(".git"))) {
            return new CodeChanges(
                    List.of(),
                    List.of("not offered, because " + directory + " is not the top of a git repository: "
                            + useful.stream()
                                    .map(edit ->
                                            edit.title() + " (" + edit.places().get(0) + ")")
                                    .collect(Collectors.joining("; "))
                            + ". Run git init, git add and git commit there, and init again"));
        }
        List<SourceEdit> offered = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        for (SourceEdit edit : useful) {
            List<String> files = files(edit).toList();
            try {
                builder.get()
                        .contentAfter(
                                new SourceTree(directory, HEAD, "0", List.of(), files),
                                new PatchChange(edit.diff(), files));
                offered.add(edit);
            } catch (AmdahlException refused) {
                remarks.add("not offered: " + edit.title() + ", because it does not apply to what git has: "
                        + refused.getMessage());
            }
        }
        if (!offered.isEmpty()) {
            remarks.add(
                    "changes of the code are tried in a tree of " + HEAD + ": what git does not track is not there");
        }
        return new CodeChanges(offered, remarks);
    }

    /** Returns none of them, for a reason. */
    CodeChanges without(String why) {
        return offered.isEmpty() ? this : new CodeChanges(List.of(), List.of(why));
    }

    /** Returns the files that they touch. */
    List<String> files() {
        return offered.stream().flatMap(CodeChanges::files).distinct().sorted().toList();
    }

    /** Returns what makes a job's program of a changed tree; empty where nothing has to. */
    List<String> build(JobCommand job) {
        boolean isMade = files().stream()
                .map(file -> file.toLowerCase(Locale.ROOT))
                .anyMatch(file -> file.endsWith("makefile") || file.endsWith(".c") || file.endsWith("cmakelists.txt"));
        if (isMade && Files.isRegularFile(job.directory().resolve("CMakeLists.txt"))) {
            return job.program()
                    .flatMap(program -> cmake(job.directory(), program))
                    .orElse(List.of());
        }
        return isMade ? List.of("make") : List.of();
    }

    /** In the same folder, and configured in the same way, as the program was. */
    private static Optional<List<String>> cmake(Path directory, Path program) {
        Path root = directory.toAbsolutePath().normalize();
        Path folder = root.resolve(program).getParent();
        while (folder != null && folder.startsWith(root)) {
            Path cache = folder.resolve("CMakeCache.txt");
            if (Files.isRegularFile(cache)) {
                String into = Shell.quoted("./" + root.relativize(folder));
                return Optional.of(
                        List.of("sh", "-c", "cmake -S . -B " + into + type(cache) + " && cmake --build " + into));
            }
            folder = folder.getParent();
        }
        return Optional.empty();
    }

    private static String type(Path cache) {
        try (Stream<String> lines = Files.lines(cache)) {
            return lines.filter(line -> line.matches("CMAKE_BUILD_TYPE:[A-Z]+=[A-Za-z]+"))
                    .map(line -> " -DCMAKE_BUILD_TYPE=" + line.substring(line.indexOf('=') + 1))
                    .findFirst()
                    .orElse("");
        } catch (IOException | UncheckedIOException unreadable) {
            return "";
        }
    }

    private static Stream<String> files(SourceEdit edit) {
        return edit.places().stream()
                .map(place -> place.substring(0, place.lastIndexOf(':')))
                .distinct();
    }
}
