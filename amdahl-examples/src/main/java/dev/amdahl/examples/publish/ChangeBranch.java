package dev.amdahl.examples.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.core.internal.workspace.PatchFilter;
import dev.amdahl.examples.publish.Git.Ended;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One commit on the revision that was tested, pushed as a branch of its own. It is made in a work tree of its own that goes again: neither
 * the user's tree nor a branch of the repository is touched. The same change makes the same commit. Not thread-safe.
 */
public final class ChangeBranch {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String AUTHOR = "Amdahl Loop";
    private static final String ADDRESS = "amdahl@localhost";
    private static final int ABSENT = 2;

    private final SourceTree source;
    private final String remote;
    private final Git git;

    /**
     * @param source the repository, the revision that was tested, and what a patch may touch
     * @param remote the name of one of its remotes
     * @throws InvalidInputException if it has no such remote
     */
    public ChangeBranch(SourceTree source, String remote) throws IOException, InterruptedException {
        this(source, remote, LIMIT);
    }

    ChangeBranch(SourceTree source, String remote, Duration limit) throws IOException, InterruptedException {
        this.source = source;
        this.remote = remote;
        git = new Git(source.repository(), limit);
        List<String> remotes =
                git.ask("name a git repository", "remote").lines().toList();
        if (!remotes.contains(remote)) {
            throw new InvalidInputException(
                    "--remote " + remote,
                    "is not a remote of " + source.repository(),
                    remotes.isEmpty() ? "add one by git remote add" : "choose " + String.join(" or ", remotes));
        }
    }

    /**
     * What was published.
     *
     * @param branch its name at the remote
     * @param commit empty text where the branch was there before
     */
    public record Published(String branch, String commit) {
        /** Returns whether this call pushed it. */
        public boolean isNew() {
            return !commit.isEmpty();
        }
    }

    /** Returns the branch of that claim: the same at every call. */
    public static String name(Hypothesis hypothesis) {
        return "amdahl/" + word(hypothesis.id());
    }

    private static String word(String id) {
        String word = id.replaceAll("[^A-Za-z0-9_-]", "-");
        return word.substring(0, Math.min(60, word.length()));
    }

    /** Returns the branch that the change should go to, if nobody says: the one that was tested, or that the repository is on. */
    public String base() throws IOException, InterruptedException {
        boolean isBranch = git.run(Map.of(), "show-ref", "--verify", "--quiet", "refs/heads/" + source.revision())
                .isSuccess();
        return isBranch ? source.revision() : git.ask("name the branch by --base", "symbolic-ref", "--short", "HEAD");
    }

    /**
     * Pushes the change, unless its branch is there already.
     *
     * @param page what it says about the change where it is no patch, as Markdown
     * @param message of the commit
     * @param at time of the commit
     * @throws InvalidInputException if the patch does not apply; nothing was published
     * @throws AmdahlException if the remote refuses, or does not answer
     */
    public Published push(Hypothesis hypothesis, String page, String message, Instant at)
            throws IOException, InterruptedException {
        String branch = name(hypothesis);
        Ended there = git.run(Map.of(), "ls-remote", "--exit-code", "--heads", "--", remote, "refs/heads/" + branch);
        if (there.isSuccess()) {
            return new Published(branch, "");
        }
        if (there.code() != ABSENT) {
            throw away("git ls-remote " + remote, there);
        }
        String commit = committed(hypothesis, page, message, at);
        Ended pushed =
                git.run(Map.of(), "push", "--quiet", "--no-verify", "--", remote, commit + ":refs/heads/" + branch);
        if (!pushed.isSuccess()) {
            throw away("git push " + remote, pushed);
        }
        return new Published(branch, commit);
    }

    private static AmdahlException away(String call, Ended ended) {
        return new AmdahlException(
                ErrorCategory.TRANSIENT,
                call + ": " + ended.said() + "; nothing was published; check the remote and run it again");
    }

    private String committed(Hypothesis hypothesis, String page, String message, Instant at)
            throws IOException, InterruptedException {
        String base = git.ask(
                "check the revision under source",
                "rev-parse",
                "--verify",
                "--end-of-options",
                source.revision() + "^{commit}");
        Path folder = Files.createTempDirectory("amdahl-publish");
        Path tree = folder.resolve("tree");
        try {
            git.ask("check the repository", "worktree", "add", "--detach", "--quiet", tree.toString(), base);
            Git inside = new Git(tree, git.limit());
            change(inside, folder, hypothesis, page);
            Path text = Files.writeString(folder.resolve("message"), message, UTF_8);
            String time = "@" + at.getEpochSecond() + " +0000";
            Ended made = inside.run(
                    Map.of(
                            "GIT_AUTHOR_NAME", AUTHOR,
                            "GIT_AUTHOR_EMAIL", ADDRESS,
                            "GIT_AUTHOR_DATE", time,
                            "GIT_COMMITTER_NAME", AUTHOR,
                            "GIT_COMMITTER_EMAIL", ADDRESS,
                            "GIT_COMMITTER_DATE", time),
                    "commit",
                    "--quiet",
                    "--no-verify",
                    "--cleanup=whitespace",
                    "--file=" + text);
            if (!made.isSuccess()) {
                throw new InvalidInputException(
                        "hypothesis '" + hypothesis.id() + "'",
                        "changes nothing at " + source.revision() + ": " + made.said(),
                        "see whether it is in effect there already");
            }
            return inside.ask("run it again", "rev-parse", "HEAD");
        } finally {
            git.run(Map.of(), "worktree", "remove", "--force", tree.toString());
            Removal.of(folder);
            git.run(Map.of(), "worktree", "prune");
        }
    }

    private void change(Git inside, Path folder, Hypothesis hypothesis, String page)
            throws IOException, InterruptedException {
        if (hypothesis.change() instanceof PatchChange patch) {
            PatchFilter.allowing(source.editable()).touched(patch.diff());
            Path diff = Files.writeString(folder.resolve("diff"), patch.diff().stripTrailing() + "\n", UTF_8);
            Ended applied = inside.run(Map.of(), "apply", "--index", "--whitespace=nowarn", "--", diff.toString());
            if (!applied.isSuccess()) {
                throw new InvalidInputException(
                        "hypothesis '" + hypothesis.id() + "'",
                        "its patch does not apply at " + source.revision() + ": "
                                + applied.said().replace(diff.toString(), "the patch"),
                        "name the revision that it was tested at under source, or apply it by hand");
            }
            return;
        }
        Path file = inside.folder().resolve("amdahl-changes").resolve(word(hypothesis.id()) + ".md");
        if (!Files.createDirectories(file.resolveSibling(""))
                .toRealPath()
                .startsWith(inside.folder().toRealPath())) {
            throw new InvalidInputException(
                    source.repository().toString(), "amdahl-changes leads out of it", "remove that link");
        }
        Files.writeString(file, page, UTF_8);
        inside.ask("check the repository", "add", "--force", "--", file.toString());
    }
}
