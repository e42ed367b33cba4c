package dev.amdahl.spi.hypothesis;

import dev.amdahl.spi.llm.CallBook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The briefing of an advisor before it proposes, made from the ledger each time, so that the same ledger gives the same briefing. All text
 * in it is untrusted. May gain methods; implementations are immutable.
 */
public interface Briefing {

    /** Returns the job and its levers. */
    JobSpec job();

    /** Returns where its seconds went. */
    Diagnosis diagnosis();

    /** Ideas that fit: of the diagnosed classes, with symptoms that hold, the most promising first. */
    List<Idea> ideas();

    /** Returns what was tried on this job before and how it ended, one line each. */
    List<String> history();

    /** Returns what was proposed for this job before, oldest first. */
    default List<Attempt> attempts() {
        return List.of();
    }

    /** Returns what the figures of the diagnosis are counted in, by their names; those whose unit is not known are absent. */
    default Map<String, String> units() {
        return Map.of();
    }

    /** Returns what won on other jobs against the classes that are diagnosed here, newest last. */
    default List<Attempt> wins() {
        return List.of();
    }

    /** Returns what was caught on changes of this job, and of others against the classes that are diagnosed here, one line each; bounded. */
    default List<String> warnings() {
        return List.of();
    }

    /** Source at the hot places, the hottest first; where none is known, the beginnings of the files that a patch may touch. */
    default List<SourceWindow> source() {
        return List.of();
    }

    /** Returns every file that a patch may touch and that may be shown, sorted. */
    default List<String> editable() {
        return List.of();
    }

    /** Returns the beginning of one of them, which an advisor asks for; empty where it is none of them, or no text. */
    default Optional<SourceWindow> source(String file) {
        return Optional.empty();
    }

    /** Returns how many candidates are wanted of an advisor, of which the loop keeps the best; empty for as many as it likes. */
    default OptionalInt candidates() {
        return OptionalInt.empty();
    }

    /** Returns where an advisor books its calls of models. */
    default CallBook calls() {
        return CallBook.NONE;
    }

    /**
     * Returns a fresh work tree of the job's source, which the caller closes; empty where the job has no source that a patch may touch. Blocks.
     *
     * @throws dev.amdahl.spi.UnavailableException if there is no sandbox to build and to run in
     */
    default Optional<Workbench> workbench() {
        return Optional.empty();
    }
}
