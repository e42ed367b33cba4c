package dev.amdahl.llm.sceptic;

import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a sceptic may hold against a claim: each is a figure that follows from the evidence, and a bound that the library sets. A fact
 * is a flaw of the claim whatever its cause; others may have an innocent one, and are one voice among the refuters.
 */
public enum Objection {
    /** Without a few trials there is no gain. */
    GAIN_RESTS_ON_FEW_TRIALS(
            true,
            "without `trials` (at most a tenth of all) the median change of the others, in percent, is no gain",
            GainTests::withoutFew),
    /** The first set or the confirmation alone shows none. */
    GAIN_MISSING_IN_A_SET(
            true,
            "the median change in percent of the trials of set `subject` (1, 2, ...) is no gain",
            GainTests::inSet),
    /** The trials in one order show none. */
    GAIN_MISSING_IN_AN_ORDER(
            false,
            "the median change in percent of the trials with order `subject` (BASELINE_FIRST or VARIANT_FIRST) is no gain",
            GainTests::inOrder),
    /** The trials on one host show none. */
    GAIN_MISSING_ON_A_HOST(
            false, "the median change in percent of the trials on host `subject` is no gain", GainTests::onHost),
    /** The last trials show none. */
    GAIN_FADES(false, "the median change in percent of the last third of the trials is no gain", GainTests::fading),
    /** A circumstance was better for the variant nearly always. */
    CIRCUMSTANCE_FAVOURS_VARIANT(
            true,
            "the share of trials, in percent, in which `subject` (LOAD_1M, CPU_MHZ, ACCELERATOR_MHZ, AVAILABLE_MEMORY_BYTES or"
                    + " INPUT_BYTES) was better for the variant before it ran is nearly all",
            ArmTests::circumstance),
    /** The variant does less. */
    LESS_WORK(true, "the median change of the units of work, in percent, is below 0", ArmTests::work),
    /** Something that the job reports of itself is not what it was. */
    METRIC_MOVED(
            false,
            "the median change in percent of the figure `subject` that the job reports is not 0, and it should be",
            ArmTests::metric),
    /** More seconds are saved than the change addresses. */
    SAVES_MORE_THAN_ITS_CLASS(
            false,
            "the least saving of the interval, in percent of the job, is more than the classes hold that the change addresses",
            ArmTests::beyondClass),
    /** Too many runs had to be repeated. */
    MANY_RUNS_REPEATED(false, "the share of runs, in percent, that had to be repeated is large", ArmTests::repeated);

    private final boolean isFact;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Test test;

    Objection(boolean isFact, String meaning, Test test) {
        this.isFact = isFact;
        this.meaning = meaning;
        this.test = test;
    }

    /** Works a figure out. Implementations are stateless. */
    interface Test {
        Optional<Figure> of(Evidence evidence, Claim claim);
    }

    /** What a sceptic points at. */
    record Claim(List<Trial> trials, String subject) {}

    /** A figure worked out from the evidence, and whether it lies beyond its bound. */
    record Figure(double value, double bound, boolean isBeyond) {
        static Figure above(double value, double bound) {
            return new Figure(value, bound, value > bound);
        }

        static Figure below(double value, double bound) {
            return new Figure(value, bound, value < bound);
        }

        OptionalDouble number() {
            return OptionalDouble.of(value);
        }
    }

    boolean isFact() {
        return isFact;
    }

    String meaning() {
        return meaning;
    }

    /** Returns the figure; empty if the evidence does not supply it, or the claim does not point at what it needs. */
    Optional<Figure> figure(Evidence evidence, Claim claim) {
        return test.of(evidence, claim);
    }
}
