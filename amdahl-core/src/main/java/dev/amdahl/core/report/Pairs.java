package dev.amdahl.core.report;

import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.core.ledger.RecordedArm;
import dev.amdahl.core.ledger.Run;
import dev.amdahl.core.ledger.RunPurpose;
import dev.amdahl.core.ledger.RunResult;
import dev.amdahl.core.ledger.RunState;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The trials of one experiment as the report shows them, in order of intent. Immutable.
 *
 * @param rows what was collected
 * @param repeated submissions that the infrastructure lost and that were made anew, or given up
 */
record Pairs(List<Row> rows, int repeated) {

    /** One collected trial. */
    record Row(Run run, RunResult result) {
        int set() {
            return run.plan().set();
        }

        int index() {
            return run.plan().index();
        }

        boolean isWarmUp() {
            return run.plan().index() == 0;
        }

        boolean isVariantFirst() {
            return run.plan().isVariantFirst();
        }

        /** Whether the statistics see it. */
        boolean isCounted() {
            return !isWarmUp()
                    && result.voidReason().isEmpty()
                    && result.logRatio().isPresent();
        }

        Optional<RecordedArm> baseline() {
            return arm(isVariantFirst() ? 1 : 0);
        }

        Optional<RecordedArm> variant() {
            return arm(isVariantFirst() ? 0 : 1);
        }

        private Optional<RecordedArm> arm(int place) {
            return result.arms().stream().skip(place).findFirst();
        }
    }

    static Pairs of(LedgerView view, String hypothesis) {
        List<Run> runs = view.runsOf(hypothesis).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL)
                .toList();
        List<Row> rows = runs.stream()
                .flatMap(run -> run.result().stream().map(result -> new Row(run, result)))
                .toList();
        long lost = runs.stream()
                .filter(run -> run.result().isEmpty() && !run.state().isInFlight() && run.state() != RunState.CANCELLED)
                .count();
        return new Pairs(rows, (int) lost);
    }

    /** Those the statistics see. */
    List<Row> counted() {
        return rows.stream().filter(Row::isCounted).toList();
    }

    long warmUps() {
        return rows.stream().filter(Row::isWarmUp).count();
    }

    /** Measured but void, such as after a stepped clock. */
    long voided() {
        return rows.stream().filter(row -> !row.isWarmUp() && !row.isCounted()).count();
    }

    boolean isWorkCounted() {
        return rows.stream()
                .flatMap(row -> row.result().arms().stream())
                .anyMatch(arm -> arm.workUnits().isPresent());
    }

    /** Median wall of a family's successful baseline arms, warm-ups excluded. */
    static OptionalDouble baselineSeconds(LedgerView view, String family) {
        double[] walls = view.runs().stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL
                        && run.plan().family().equals(family))
                .flatMap(run -> run.result().stream().map(result -> new Row(run, result)))
                .filter(Row::isCounted)
                .flatMap(row -> row.baseline().stream())
                .filter(ArmResult::isSuccess)
                .flatMapToDouble(arm -> arm.wallSeconds().stream())
                .toArray();
        return walls.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(walls));
    }
}
