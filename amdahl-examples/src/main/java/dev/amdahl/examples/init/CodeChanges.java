package dev.amdahl.examples.init;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.profiler.SourceEdit;
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
                    List.of("not offered, as " + directory + " is not the top of a git repository: "
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
                remarks.add("not offered: " + edit.title() + ", as it does not apply to what git has: "
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

    /** Returns what makes a program of a changed tree; empty where nothing has to. */
    List<String> build() {
        return files().stream().anyMatch(file -> file.toLowerCase(Locale.ROOT).endsWith("makefile"))
                ? List.of("make")
                : List.of();
    }

    private static Stream<String> files(SourceEdit edit) {
        return edit.places().stream()
                .map(place -> place.substring(0, place.lastIndexOf(':')))
                .distinct();
    }
}
