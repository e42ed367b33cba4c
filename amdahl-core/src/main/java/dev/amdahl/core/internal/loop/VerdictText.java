package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.stats.design.Assessment;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Locale;
import java.util.stream.Stream;

/** How results and ends are said, in one line. */
public final class VerdictText {
    private static final int TIMED_OUT = 124;
    private static final int SIGNAL = 128;

    /** Why what belongs to a job that was taken out of the declaration ends. */
    public static final String UNDECLARED = "its job is no longer declared";
    /** Why what is measured of a program that is being changed ends. */
    public static final String OTHER_PROGRAM = "its trials would be of two different programs: ";

    /** How the note on a run begins that was never handed over, as people have to fix its job first. */
    public static final String CANNOT_BE = "cannot be ";
    /** How the end of a change begins that might have been built, but for its builder. */
    public static final String BUILDER_FAILED = "the builder failed ";

    /** How ledgers of earlier versions say the same. */
    private static final String FORMERLY_UNDECLARED = "its job is not declared";

    private static final String FORMERLY_OTHER_PROGRAM = "its trials would be of two programs: ";

    private VerdictText() {}

    /** Returns whether something ended for what people changed, and may be tried again as it is declared now. */
    public static boolean isOfDeclaration(String reason) {
        return Stream.of(UNDECLARED, OTHER_PROGRAM, FORMERLY_UNDECLARED, FORMERLY_OTHER_PROGRAM)
                .anyMatch(reason::startsWith);
    }

    /** Returns the state that ends an experiment with this assessment. */
    public static HypothesisState state(Assessment.Status status) {
        return switch (status) {
            case LOSS -> HypothesisState.REGRESSION;
            case EQUIVALENT -> HypothesisState.NO_EFFECT;
            case NOT_SEEN -> HypothesisState.NOT_SEEN;
            case CAP_REACHED, INSUFFICIENT -> HypothesisState.INCONCLUSIVE;
            case NOT_REPLICATED -> HypothesisState.NOT_REPLICATED;
            case WIN, CONTINUE, FIRST_SET_PASSED -> throw new IllegalArgumentException(status + " is no end");
        };
    }

    /** Returns what was measured of a hypothesis so far. */
    public static String measured(Dossier dossier) {
        return dossier.comparison().map(VerdictText::result).orElse("not measured");
    }

    /** Returns what was measured, with its interval and evidence. */
    public static String result(Comparison comparison) {
        if (comparison.ratio().isEmpty()) {
            return comparison.pairs() + " pairs, no estimate";
        }
        String interval = comparison.lower().isPresent() && comparison.upper().isPresent()
                ? String.format(
                        Locale.ROOT,
                        " [%+.1f %%, %+.1f %%]",
                        100 * (comparison.lower().getAsDouble() - 1),
                        100 * (comparison.upper().getAsDouble() - 1))
                : "";
        return String.format(
                Locale.ROOT,
                "%+.1f %%%s over %d pairs, E %.3g",
                100 * (comparison.ratio().getAsDouble() - 1),
                interval,
                comparison.pairs(),
                comparison.evidence());
    }

    /** Returns how an arm that failed ended, with its last words. */
    public static String end(ArmResult arm) {
        if (arm.exitCode().isEmpty()) {
            return "it never started";
        }
        int code = arm.exitCode().getAsInt();
        if (arm.isTimedOut() || code == TIMED_OUT) {
            return "it reached its time limit";
        }
        return (code > SIGNAL ? "it was killed by signal " + (code - SIGNAL) : "it exits with " + code)
                + StderrTail.of(arm);
    }
}
