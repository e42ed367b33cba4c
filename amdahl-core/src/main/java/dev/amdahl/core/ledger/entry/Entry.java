package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.FirstSet;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.Rationale;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** One thing that happened; the payload of an event. The state is a function of the entries in order. Implementations are immutable. */
public sealed interface Entry {

    /** Returns the id of what it is about. */
    String subject();

    /** About a family. */
    sealed interface OfFamily extends Entry {
        /** Returns its name. */
        String family();

        @Override
        default String subject() {
            return family();
        }
    }

    /** About a hypothesis. */
    sealed interface OfHypothesis extends Entry {
        /** Returns its id. */
        String hypothesis();

        @Override
        default String subject() {
            return hypothesis();
        }
    }

    /** About a search for a faster program. */
    sealed interface OfSearch extends Entry {
        /** Returns its name. */
        String search();

        @Override
        default String subject() {
            return search();
        }
    }

    /** About a submission. */
    sealed interface OfRun extends Entry {
        /** Returns its idempotency key. */
        String key();

        @Override
        default String subject() {
            return key();
        }
    }

    /** Returns all kinds of entries. */
    static Stream<Class<?>> kinds() {
        return Stream.of(Entry.class.getPermittedSubclasses())
                .flatMap(kind -> kind.isInterface() ? Stream.of(kind.getPermittedSubclasses()) : Stream.of(kind));
    }

    /**
     * A family was taken up, or its accelerator, its code epoch or what it declares of its command and code changed; {@code version} is a
     * digest of that, which earlier versions did not record.
     */
    record FamilySeen(String family, String acceleratorType, String epoch, Optional<String> version)
            implements OfFamily {
        /** Without what earlier versions did not record. */
        public FamilySeen(String family, String acceleratorType, String epoch) {
            this(family, acceleratorType, epoch, Optional.empty());
        }
    }

    /** The unchanged job came to behave otherwise, for this reason: verdicts from now on belong to a new epoch of it. */
    record RegimeChanged(String family, String reason) implements OfFamily {}

    /** What a fleet source tells of the later runs of a family with promoted changes, and once of those before the first. */
    record FleetSeen(FleetWindow window) implements Entry {
        @Override
        public String subject() {
            return window.family();
        }
    }

    /** Where the seconds of a family went. */
    record Diagnosed(Diagnosis diagnosis) implements Entry {
        @Override
        public String subject() {
            return diagnosis.family();
        }
    }

    /** Whether two baseline runs agree under the declared output comparison. */
    record OutputChecked(String family, boolean isReproducible) implements OfFamily {}

    /**
     * A hypothesis entered the ledger, in state PROPOSED, or NEEDS_EVIDENCE without evidence; {@code reopens} says why an ended one is
     * tried again, {@code rationale} why its author believes in it.
     */
    record Proposed(
            Hypothesis hypothesis,
            Screening screening,
            Optional<String> reopens,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Rationale> rationale)
            implements Entry {
        /** Without what earlier versions did not record. */
        public Proposed(Hypothesis hypothesis, Screening screening, Optional<String> reopens) {
            this(hypothesis, screening, reopens, Optional.empty());
        }

        @Override
        public String subject() {
            return hypothesis.id();
        }
    }

    /** The numbers a hypothesis is ranked by were computed again. */
    record Screened(String hypothesis, Screening screening) implements OfHypothesis {}

    /** A hypothesis changed its state, along an arrow of {@link HypothesisState#canBecome}. Terminal states come with {@link Decided}. */
    record Moved(String hypothesis, HypothesisState to, String reason) implements OfHypothesis {}

    /** A person left a note on a hypothesis that has not ended, or said whether it is opened before others: 0 as usual, higher first. */
    record Steered(String hypothesis, Optional<String> note, OptionalInt priority, String by) implements OfHypothesis {}

    /** The design of an experiment was fixed, its rule with it; baseline arms run with the incumbent's changes. */
    record Designed(
            String hypothesis,
            ExperimentPlan plan,
            int testNumber,
            long seed,
            List<Fingerprint> incumbent,
            Optional<Path> baselineDirectory,
            Optional<Path> variantDirectory,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<EvidencePolicy> policy)
            implements OfHypothesis {
        /** Without what earlier versions did not record. */
        public Designed(
                String hypothesis,
                ExperimentPlan plan,
                int testNumber,
                long seed,
                List<Fingerprint> incumbent,
                Optional<Path> baselineDirectory,
                Optional<Path> variantDirectory) {
            this(hypothesis, plan, testNumber, seed, incumbent, baselineDirectory, variantDirectory, Optional.empty());
        }
    }

    /**
     * The first set passed, or a new incumbent asks for another confirmation: this set starts, with so many trials for its interval; in
     * these trees where the new incumbent needs others than before. {@code passed} says how the first set passed.
     */
    record SetOpened(
            String hypothesis,
            int set,
            int trials,
            List<Fingerprint> incumbent,
            Optional<Path> baselineDirectory,
            Optional<Path> variantDirectory,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<FirstSet> passed)
            implements OfHypothesis {
        /** Without what earlier versions did not record. */
        public SetOpened(String hypothesis, int set, int trials, List<Fingerprint> incumbent) {
            this(hypothesis, set, trials, incumbent, Optional.empty());
        }

        /** In the trees of before. */
        public SetOpened(
                String hypothesis, int set, int trials, List<Fingerprint> incumbent, Optional<FirstSet> passed) {
            this(hypothesis, set, trials, incumbent, Optional.empty(), Optional.empty(), passed);
        }
    }

    /** The panel cannot judge a would-be win by the pairs there are: it is to have so many in all; moves it into NEEDS_RERUN. */
    record RerunAsked(String hypothesis, int pairs, String reason) implements OfHypothesis {}

    /** A submission is about to be made. */
    record RunIntended(RunPlan plan) implements Entry {
        @Override
        public String subject() {
            return plan.key();
        }
    }

    /** What the arms of a submission are: a digest of each one's whole request, and the settings in which they differ. */
    record ArmsFixed(String key, List<String> manifests, List<String> differences) implements OfRun {
        public ArmsFixed {
            manifests = List.copyOf(manifests);
            differences = List.copyOf(differences);
        }
    }

    /**
     * A look-up did not find a submission that was intended, or had been taken. Whoever intended it may have been held up and have
     * submitted it since: only what a look-up still misses a whole window after this is not there.
     */
    record RunMissed(String key) implements OfRun {}

    /** The scheduler shows a run again that had been missed after it was taken. */
    record RunSeen(String key) implements OfRun {}

    /** The scheduler definitely lacks it, so it is about to be submitted under the same key once more. */
    record RunRepeated(String key) implements OfRun {}

    /** The scheduler has taken it. */
    record RunSubmitted(String key, WorkerRunId worker) implements OfRun {}

    /** It has waited in the scheduler's queue for long, and why; empty text once it does not any more. */
    record RunWaits(String key, String reason) implements OfRun {}

    /** Its result was collected. */
    record RunCollected(String key, RunResult result) implements OfRun {}

    /** A file that it left for profilers, a result that came late, or what a call sent and got back is on the disk of the evidence store. */
    record EvidenceKept(String key, String role, String digest, long bytes) implements OfRun {}

    /** It ended without a result, in INFRA_FAILED, LOST, UNKNOWN_SUBMISSION or CANCELLED. */
    record RunEnded(String key, RunState state, String note) implements OfRun {}

    /** What the trials say so far. */
    record Compared(String hypothesis, Comparison comparison) implements OfHypothesis {}

    /** The panel voted; replaces the votes of an earlier round. */
    record Voted(String hypothesis, List<Vote> votes) implements OfHypothesis {
        public Voted {
            votes = List.copyOf(votes);
        }
    }

    /** A verdict; moves the hypothesis into the verdict's state. */
    record Decided(Verdict verdict) implements Entry {
        @Override
        public String subject() {
            return verdict.hypothesis().id();
        }
    }

    /** People were asked, for exactly the evidence under this head; moves the hypothesis into IN_REVIEW. */
    record ReviewAsked(String hypothesis, String evidenceHead) implements OfHypothesis {}

    /** A win that survived, or was approved, is not promoted yet; it stays in its state, for this reason. */
    record Held(String hypothesis, String reason) implements OfHypothesis {}

    /** A person answered; the move into PROMOTED or DECLINED is its own entry, with a verdict. */
    record Answered(Review review, boolean isSigned) implements Entry {
        @Override
        public String subject() {
            return review.id();
        }
    }

    /** A reviewer's public key (base64 of its X.509 form) counts from now on; another one under the same name is refused. */
    record ReviewerAdmitted(String name, String publicKey) implements Entry {
        @Override
        public String subject() {
            return name;
        }
    }

    /** Something was spent; on a run, a review or a call it settles what was set aside for it. */
    record Spent(String subject, Cost.Kind kind, double amount) implements Entry {}

    /** What may be spent changed by configuration. */
    record BudgetSet(Budget budget) implements Entry {
        @Override
        public String subject() {
            return "budget";
        }
    }

    /** A model is about to be asked, about a hypothesis or a family: so much is set aside; earlier versions did not record for what. */
    record CallReserved(
            String call, String model, String about, long tokens, double money, Optional<ModelCall.Purpose> purpose)
            implements Entry {
        /** Without what earlier versions did not record. */
        public CallReserved(String call, String model, String about, long tokens, double money) {
            this(call, model, about, tokens, money, Optional.empty());
        }

        @Override
        public String subject() {
            return call;
        }
    }

    /** The model has answered, or is taken to have: what the call came to, and how it ended where that is known. */
    record CallSettled(
            String call, long inputTokens, long outputTokens, double money, Optional<ModelCall.Outcome> outcome)
            implements Entry {
        @Override
        public String subject() {
            return call;
        }
    }

    /** A call was not made: the budget or a rule forbids it; so much would have been set aside. */
    record CallRefused(String model, String about, ModelCall.Purpose purpose, long tokens, double money, String reason)
            implements Entry {
        @Override
        public String subject() {
            return about;
        }
    }

    /** The dream phase found an idea for a family. */
    record IdeaFound(String family, Idea idea) implements OfFamily {}

    /** Ideas were looked for: how many each source had for the jobs, and how many it gave; what became known has its own entries. */
    record Searched(Map<String, Integer> offered, Map<String, Integer> taken) implements Entry {
        public Searched {
            offered = Map.copyOf(offered);
            taken = Map.copyOf(taken);
        }

        @Override
        public String subject() {
            return "search";
        }
    }

    /** Promoted wins teach this; replaces what they taught before under the same id. */
    record RecipeDistilled(Recipe recipe) implements Entry {
        @Override
        public String subject() {
            return recipe.id();
        }
    }

    /** A person answered whether a recipe may be used, for exactly the wins that it then rested on. */
    record RecipeAnswered(Review review, boolean isSigned) implements Entry {
        @Override
        public String subject() {
            return review.id();
        }
    }

    /** A patch that nobody answers for passed a cheap stage before any pair, or left there for this reason, after so many seconds. */
    record Sifted(String hypothesis, Screening.Stage stage, Optional<String> left, double seconds)
            implements OfHypothesis {}

    /** A search for a faster program tried a candidate; what was found is complete, the text of the candidate included. */
    record Attempted(String search, Candidate candidate, Finding finding) implements OfSearch {}

    /** A search chose a candidate by what it had found; what is measured from here on decides. */
    record Frozen(String search, String candidate) implements OfSearch {}

    /** The chosen candidate was judged again, on inputs that no attempt met. */
    record Retested(String search, String candidate, Finding finding) implements OfSearch {}

    /** A burn-in of a device ended; its subject is {@link HostHealth#place}. */
    record HostExamined(String subject, HostHealth health) implements Entry {}

    /** A cluster was accepted or sent back; its subject is the cluster's name. */
    record ClusterJudged(String subject, HostHealth.ClusterVerdict verdict) implements Entry {}

    /** A cycle ended that changed something; counts by step, for people. */
    record CycleEnded(String summary) implements Entry {
        @Override
        public String subject() {
            return "cycle";
        }
    }

    /** The roots of the hash trees over all events before this one; written by the ledger itself. */
    record Sealed(List<String> peaks) implements Entry {
        public Sealed {
            peaks = List.copyOf(peaks);
        }

        @Override
        public String subject() {
            return "ledger";
        }
    }
}
