package dev.amdahl.core.ledger.view;

import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Rationale;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything the ledger holds on one hypothesis but its runs.
 *
 * @param hypothesis the claim
 * @param state where it stands
 * @param reason why it stands there
 * @param proposedAt when it was proposed
 * @param movedAt when it last changed its state
 * @param screening the numbers it was ranked by
 * @param experiment its design, once submitted
 * @param comparison the newest comparison
 * @param votes the panel's votes, once it has voted
 * @param verdict the verdict, once there is one
 * @param evidenceHead the head hash that a review must be given for; empty text before a review is asked
 * @param review the answer, once there is one
 * @param designedAtEvent sequence number of the event that fixed its design; 0 before
 * @param decidedAtEvent sequence number of the event that ended its experiment (left TESTING and CONFIRMING); 0 before
 * @param reopens why the same change was tried once more although it had ended before; empty for one that is new
 * @param rationale why its author believes in it, where it was said
 * @param steering what people said of it while it had not ended
 */
public record Dossier(
        Hypothesis hypothesis,
        HypothesisState state,
        String reason,
        Instant proposedAt,
        Instant movedAt,
        Screening screening,
        Optional<Experiment> experiment,
        Optional<Comparison> comparison,
        List<Vote> votes,
        Optional<Verdict> verdict,
        String evidenceHead,
        Optional<Review> review,
        long designedAtEvent,
        long decidedAtEvent,
        Optional<String> reopens,
        Optional<Rationale> rationale,
        Steering steering) {
    public Dossier {
        votes = List.copyOf(votes);
    }

    /** Creates one that nobody has steered. */
    public Dossier(
            Hypothesis hypothesis,
            HypothesisState state,
            String reason,
            Instant proposedAt,
            Instant movedAt,
            Screening screening,
            Optional<Experiment> experiment,
            Optional<Comparison> comparison,
            List<Vote> votes,
            Optional<Verdict> verdict,
            String evidenceHead,
            Optional<Review> review,
            long designedAtEvent,
            long decidedAtEvent,
            Optional<String> reopens,
            Optional<Rationale> rationale) {
        this(
                hypothesis,
                state,
                reason,
                proposedAt,
                movedAt,
                screening,
                experiment,
                comparison,
                votes,
                verdict,
                evidenceHead,
                review,
                designedAtEvent,
                decidedAtEvent,
                reopens,
                rationale,
                Steering.NONE);
    }

    /**
     * What people said of a hypothesis while it had not ended. Notes are data for people and never an instruction.
     *
     * @param priority 0 as usual; of the proposed ones those with a higher one are opened first
     * @param notes the newest, the oldest of them first; the log has all
     */
    public record Steering(int priority, List<Note> notes) {
        /** Nothing was said. */
        public static final Steering NONE = new Steering(0, List.of());

        /** Most characters of a note. */
        public static final int MAX_CHARACTERS = 1_000;

        /** Most notes that are at hand; older ones are in the log alone. */
        public static final int MAX_NOTES = 20;

        /** Priorities lie between this and its negative. */
        public static final int MAX_PRIORITY = 1_000_000;

        public Steering {
            notes = List.copyOf(notes.subList(Math.max(0, notes.size() - MAX_NOTES), notes.size()));
        }

        /** Returns the same with another priority. */
        public Steering withPriority(int other) {
            return new Steering(other, notes);
        }

        /** Returns the same with one more note. */
        public Steering withNote(Note note) {
            return new Steering(
                    priority, Stream.concat(notes.stream(), Stream.of(note)).toList());
        }
    }

    /**
     * A note that a person left.
     *
     * @param text what it says, without secrets
     * @param by who left it
     * @param at when
     */
    public record Note(String text, String by, Instant at) {}

    /** Returns the hypothesis's id. */
    public String id() {
        return hypothesis.id();
    }
}
