package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.examples.cli.common.Shell;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Two revisions of the git repository of this folder, each built in a work tree of its own. Not thread-safe. */
final class AbRefs {
    private static final Path HERE = Path.of("").toAbsolutePath();

    @Option(
            names = "--baseline-ref",
            paramLabel = "REF",
            description = "Run the baseline in a work tree of this revision.")
    private @Nullable String baseline;

    @Option(
            names = "--variant-ref",
            paramLabel = "REF",
            description = "Run the variant in a work tree of this revision.")
    private @Nullable String variant;

    @Option(names = "--build", paramLabel = "CMD", description = "Run once in each work tree before.")
    private @Nullable String build;

    boolean isGiven() {
        return baseline != null || variant != null;
    }

    /** Makes and builds both trees; without revisions nothing. @throws InvalidInputException for one that git does not know, or that does not build */
    Trees trees(List<String> outputs) throws IOException, InterruptedException {
        if (!isGiven()) {
            if (build != null) {
                throw new InvalidInputException(
                        "--build", "no revisions are named", "add --baseline-ref and --variant-ref");
            }
            return new Trees(null, null, null, outputs);
        }
        if (baseline == null || variant == null) {
            throw new InvalidInputException(
                    baseline == null ? "--variant-ref" : "--baseline-ref",
                    "needs the other revision too",
                    "give --baseline-ref and --variant-ref");
        }
        Path folder = Files.createTempDirectory("amdahl-refs");
        Trees trees = new Trees(folder, folder.resolve("baseline"), folder.resolve("variant"), outputs);
        Runtime.getRuntime().addShutdownHook(new Thread(trees::remove, "amdahl-refs"));
        try {
            make("--baseline-ref", baseline, folder.resolve("baseline"));
            make("--variant-ref", variant, folder.resolve("variant"));
            trees.requireNoOutput();
            return trees;
        } catch (IOException | InterruptedException | RuntimeException e) {
            trees.close();
            throw e;
        }
    }

    private void make(String option, String revision, Path tree) throws IOException, InterruptedException {
        String problem = AbShell.run(
                        HERE, "git", "worktree", "add", "--detach", "--quiet", tree.toString(), revision + "^{commit}")
                .problem();
        if (!problem.isEmpty()) {
            throw new InvalidInputException(
                    option, "'" + revision + "': " + problem, "name a revision of this repository");
        }
        String failed =
                build == null ? "" : AbShell.run(tree, "sh", "-c", build).problem();
        if (!failed.isEmpty()) {
            throw new InvalidInputException(
                    "--build", "it fails at '" + revision + "': " + failed, "correct the command");
        }
    }

    /**
     * Work trees, which go when it is closed, or with this process.
     *
     * @param folder holds both; null without revisions
     * @param outputs what the commands write in them, or {@code -}
     */
    record Trees(
            @Nullable Path folder,
            @Nullable Path first,
            @Nullable Path second,
            List<String> outputs) implements AutoCloseable {
        String baseline(String command) {
            return in(first, command);
        }

        String variant(String command) {
            return in(second, command);
        }

        /** Returns the command in its tree; the files that it writes there are moved to where a trial looks for them. */
        private String in(@Nullable Path tree, String command) {
            if (tree == null) {
                return command;
            }
            String there = "cd " + Shell.quoted(tree.toString()) + " && ";
            String moves = files().map(Trees::move).collect(Collectors.joining());
            return moves.isEmpty()
                    ? there + command
                    : there + "(" + command + "\n)\namd_code=$?\n" + moves + "exit $amd_code";
        }

        private Stream<String> files() {
            return outputs.stream().filter(output -> !output.equals("-"));
        }

        private static String move(String output) {
            String file = ShellWords.quote("./" + output);
            String to = "\"$AMDAHL_RUN_DIR\"/" + ShellWords.quote(output);
            return "if [ -e " + file + " ]; then mkdir -p \"$(dirname -- " + to + ")\" && mv -f " + file + " " + to
                    + "; fi\n";
        }

        /** What a tree brings along would be taken for what its command writes. */
        private void requireNoOutput() {
            for (Path tree : trees()) {
                for (String output : files().toList()) {
                    if (Files.exists(tree.resolve(output))) {
                        throw new InvalidInputException(
                                "--output " + output,
                                "the revision, or its build, brings this file along",
                                "name one that only the command writes, or remove it in --build");
                    }
                }
            }
        }

        @Override
        public void close() {
            remove();
        }

        private void remove() {
            if (folder == null || !Files.exists(folder)) {
                return;
            }
            try {
                for (Path tree : trees()) {
                    AbShell.run(HERE, "git", "worktree", "remove", "--force", tree.toString());
                }
                Removal.of(folder);
                AbShell.run(HERE, "git", "worktree", "prune");
            } catch (IOException e) {
                System.err.println("amdahl: " + folder + ": could not be removed: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private List<Path> trees() {
            List<Path> trees = new ArrayList<>();
            if (first != null && Files.exists(first)) {
                trees.add(first);
            }
            if (second != null && Files.exists(second)) {
                trees.add(second);
            }
            return trees;
        }
    }
}
