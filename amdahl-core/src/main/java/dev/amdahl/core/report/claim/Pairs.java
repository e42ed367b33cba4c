package dev.amdahl.core.report.claim;

import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.Summary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The trials of one experiment as the report shows them, in order of intent. Immutable.
 *
 * @param rows what was collected
 * @param repeated submissions that the infrastructure lost and that were made anew, or given up
 */
public record Pairs(List<Row> rows, int repeated) {

    /** One collected trial. */
    public record Row(Run run, RunResult result) {
        /** 1 for the first set, 2 and above for confirmations. */
        public int set() {
            return run.plan().set();
        }

        /** Its place in the set; 0 for the warm-up. */
        public int index() {
            return run.plan().index();
        }

        /** Whether it is left out because it only warms up the host. */
        public boolean isWarmUp() {
            return run.plan().index() == 0;
        }

        /** The drawn order. */
        public boolean isVariantFirst() {
            return run.plan().isVariantFirst();
        }

        /** Whether the statistics see it. */
        public boolean isCounted() {
            return !isWarmUp()
                    && result.voidReason().isEmpty()
                    && result.logRatio().isPresent();
        }

        /** The arm that ran unchanged. */
        public Optional<RecordedArm> baseline() {
            return arm(isVariantFirst() ? 1 : 0);
        }

        /** The arm that ran with the change. */
        public Optional<RecordedArm> variant() {
            return arm(isVariantFirst() ? 0 : 1);
        }

        private Optional<RecordedArm> arm(int place) {
            return result.arms().stream().skip(place).findFirst();
        }
    }

    /** The pairs of a hypothesis. */
    public static Pairs of(LedgerView view, String hypothesis) {
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
    public List<Row> counted() {
        return rows.stream().filter(Row::isCounted).toList();
    }

    /** How many only warmed up. */
    public long warmUps() {
        return rows.stream().filter(Row::isWarmUp).count();
    }

    /** Measured but void, such as after a stepped clock. */
    public long voided() {
        return rows.stream().filter(row -> !row.isWarmUp() && !row.isCounted()).count();
    }

    /** Whether any arm told how much work it did. */
    public boolean isWorkCounted() {
        return rows.stream()
                .flatMap(row -> row.result().arms().stream())
                .anyMatch(arm -> arm.workUnits().isPresent());
    }

    /** Median wall of successful baseline arms by family, warm-ups excluded; families without one are absent. */
    public static Map<String, Double> baselineSeconds(LedgerView view) {
        Map<String, List<Double>> walls = new HashMap<>();
        for (Run run : view.runs()) {
            if (run.plan().purpose() == RunPurpose.TRIAL && run.result().isPresent()) {
                Row row = new Row(run, run.result().get());
                row.baseline()
                        .filter(arm -> row.isCounted() && arm.isSuccess())
                        .ifPresent(arm -> arm.wallSeconds()
                                .ifPresent(
                                        wall -> walls.computeIfAbsent(run.plan().family(), added -> new ArrayList<>())
                                                .add(wall)));
            }
        }
        Map<String, Double> medians = new HashMap<>();
        walls.forEach((family, own) -> medians.put(
                family,
                Summary.median(own.stream().mapToDouble(Double::doubleValue).toArray())));
        return medians;
    }
}
