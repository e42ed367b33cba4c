package dev.amdahl.spi.hypothesis;

import dev.amdahl.spi.UnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A private work tree of a job's source at one commit, in which an advisor looks, edits, builds and tries before it proposes. Only the
 * files that a patch may touch change in it, and whatever is built or run is held in a sandbox, in a tree of its own. All that it tells
 * is untrusted text, redacted and bounded. What it does not do is an answer with the reason, not an exception. Closing it removes the
 * tree. Implementations are not thread-safe.
 */
public interface Workbench extends AutoCloseable {

    /** Why something was not done. */
    enum Refusal {
        /** The path climbs, is absolute, or is none. */
        NO_PATH,
        /** There is no such file or folder at the commit. */
        NOT_THERE,
        /** A link leads there, which is not followed. */
        LINK,
        /** Another repository stands there, which is not checked out. */
        SUBMODULE,
        /** A hidden file, or one that holds secrets by its name. */
        PRIVATE,
        /** No text, or a pointer to a file that is kept elsewhere. */
        NO_TEXT,
        /** Larger than what is read or written. */
        TOO_LARGE,
        /** No file that a patch of this job may touch. */
        NOT_EDITABLE,
        /** The text to replace is not in the file, or a diff does not apply. */
        NOT_FOUND,
        /** The text to replace stands there more than once. */
        AMBIGUOUS,
        /** A pattern or a diff that cannot be read, or that would write a redacted text. */
        MALFORMED,
        /** Somebody else changed the work tree meanwhile. */
        CHANGED_MEANWHILE
    }

    /**
     * An answer.
     *
     * @param refusal why nothing was done; empty where it was
     * @param text what there is to see, or more about the refusal
     */
    record Answer(Optional<Refusal> refusal, String text) {
        /** Returns what was found or done. */
        public static Answer of(String text) {
            return new Answer(Optional.empty(), text);
        }

        /** Returns why nothing was done. */
        public static Answer refused(Refusal refusal, String text) {
            return new Answer(Optional.of(refusal), text);
        }

        /** Returns whether it was done. */
        public boolean isDone() {
            return refusal.isEmpty();
        }
    }

    /** How a build, the tests or a run ended. */
    enum End {
        /** With exit code 0. */
        PASSED,
        /** With another exit code. */
        FAILED,
        /** It was stopped at its time limit. */
        TIME_LIMIT,
        /** It was stopped as it took too much memory, disk or processes. */
        RESOURCES,
        /** What it needs could not be built. */
        NOT_BUILT,
        /** It ends badly without the change as well, which says nothing of the change. */
        FAILED_BEFORE,
        /** The job declares no such command. */
        NOT_DECLARED
    }

    /**
     * A build, a run of the tests or of the job.
     *
     * @param end how it ended
     * @param exitCode its exit code; 0 where nothing ran
     * @param seconds on the wall; a sketch, which no verdict rests on
     * @param output the end of what it printed
     */
    record Run(End end, int exitCode, double seconds, String output) {
        /** Returns whether nothing speaks against the change. */
        public boolean isPassed() {
            return end == End.PASSED;
        }
    }

    /** Returns the root of the tree, for a program that edits it by itself; what it changed counts once it is {@linkplain #adopt adopted}. */
    Path tree();

    /** Returns the full name of the commit that everything here stands on. */
    String commit();

    /** Returns what a folder holds, one name a line, folders with {@code /} at their end; empty text for the root. */
    Answer list(String folder);

    /** Returns lines of a file with their numbers, from {@code first}, which counts from 1. */
    Answer read(String file, int first, int lines);

    /**
     * Returns lines that a regular expression of Java finds, as {@code file:number: line}, in the order of the files.
     *
     * @param glob which files, such as {@code src/**}; empty text for all
     */
    Answer search(String pattern, String glob);

    /** Puts a text in the place of another, which must stand in the file exactly once; an empty old text makes a new file. */
    Answer replace(String file, String old, String text);

    /** Applies a unified diff, whole or not at all. */
    Answer apply(String diff);

    /**
     * Returns a command that runs a program in the tree, in a sandbox without a network: the program sees the tree as {@code /work}, which is all
     * that it can write but for a {@code /tmp} of its own, and of its environment some variables. Start it in the tree, and look at nothing there
     * before it has ended; then {@linkplain #adopt adopt} what it did.
     *
     * @param shown files and folders that it sees beside the system's programs, read-only and at their own paths
     * @param names of variables that it sees
     * @param limit when it is stopped, with exit code 124
     */
    default List<String> holding(List<String> command, List<Path> shown, Collection<String> names, Duration limit) {
        throw new UnavailableException(
                "a sandbox for a program of its own", "is not part of this workbench", "use the builder 'git'", null);
    }

    /** Takes over what another program changed in the tree, in plain files that a patch may touch; puts back everything else, and names it. */
    Answer adopt();

    /** Takes all changes back. */
    void revert();

    /** Returns the changes as a unified diff against the commit; empty text where there are none. */
    Answer diff();

    /**
     * Bounds what is built, tested and run from now on: what is not over by then is stopped, and ends with {@link End#TIME_LIMIT}. Each has a limit
     * of its own beside it. One that knows no such bound keeps to those.
     *
     * @param left how long from now
     */
    default void endWithin(Duration left) {}

    /** Builds the changed source in a fresh tree. Blocks. */
    Run build();

    /** Builds it, and runs the tests that the job declares. Blocks. */
    Run test();

    /** Builds it, and runs the job's command once: as its probe says, where it declares one. Blocks. */
    Run smoke();

    /** Removes the tree and all that was built of it. */
    @Override
    void close();
}
