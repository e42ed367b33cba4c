package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.examples.cli.common.Shell;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    Trees trees() throws IOException, InterruptedException {
        if (!isGiven()) {
            if (build != null) {
                throw new InvalidInputException(
                        "--build", "no revisions are named", "add --baseline-ref and --variant-ref");
            }
            return new Trees(null, null, null);
        }
        if (baseline == null || variant == null) {
            throw new InvalidInputException(
                    baseline == null ? "--variant-ref" : "--baseline-ref",
                    "needs the other revision too",
                    "give --baseline-ref and --variant-ref");
        }
        Path folder = Files.createTempDirectory("amdahl-refs");
        Trees trees = new Trees(folder, folder.resolve("baseline"), folder.resolve("variant"));
        Runtime.getRuntime().addShutdownHook(new Thread(trees::remove, "amdahl-refs"));
        try {
            make("--baseline-ref", baseline, folder.resolve("baseline"));
            make("--variant-ref", variant, folder.resolve("variant"));
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
     */
    record Trees(
            @Nullable Path folder,
            @Nullable Path first,
            @Nullable Path second) implements AutoCloseable {
        String baseline(String command) {
            return in(first, command);
        }

        String variant(String command) {
            return in(second, command);
        }

        private static String in(@Nullable Path tree, String command) {
            return tree == null ? command : "cd " + Shell.quoted(tree.toString()) + " && " + command;
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
