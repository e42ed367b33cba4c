package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The trials of one experiment as the report shows them, in order of intent.
 *
 * @param rows what was collected
 * @param repeated submissions that the infrastructure lost and that were rebuilt, or given up
 */
public record Pairs(List<Row> rows, int repeated) {

    /** One collected trial. */
    public record Row(Run run, RunResult result) {
        /** 1 for the first set, 2 and above for confirmations. */
        public int set() {
            return run.plan().set();
        }

        /** Returns its place in the set; 0 for the warm-up. */
        public int index() {
            return run.plan().index();
        }

        /** Returns whether it is left out because it only warms up the host. */
        public boolean isWarmUp() {
            return run.plan().index() == 0;
        }

        /** Returns the drawn order. */
        public boolean isVariantFirst() {
            return run.plan().isVariantFirst();
        }

        /** Returns whether the statistics see it. */
        public boolean isCounted() {
            return !isWarmUp()
                    && result.voidReason().isEmpty()
                    && result.logRatio().isPresent();
        }

        /** Returns the arm that ran unchanged. */
        public Optional<ArmResult> baseline() {
            return arm(isVariantFirst() ? 1 : 0);
        }

        /** Returns the arm that ran with the change. */
        public Optional<ArmResult> variant() {
            return arm(isVariantFirst() ? 0 : 1);
        }

        /** Wall of the arm that ran unchanged, where the statistics see it and it succeeded. */
        private OptionalDouble baselineSeconds() {
            Optional<ArmResult> baseline = isCounted() ? baseline().filter(ArmResult::isSuccess) : Optional.empty();
            return baseline.isPresent() ? baseline.get().wallSeconds() : OptionalDouble.empty();
        }

        private Optional<ArmResult> arm(int place) {
            return place < result.arms().size() ? Optional.of(result.arms().get(place)) : Optional.empty();
        }
    }

    /** Returns the pairs of a hypothesis. */
    public static Pairs of(LedgerView view, String hypothesis) {
        List<Run> runs = view.runsOf(hypothesis).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL)
                .toList();
        List<Row> rows = new ArrayList<>();
        for (Run run : runs) {
            Optional<RunResult> result = run.result();
            if (result.isPresent() && !result.get().windows().isEmpty()) {
                int before = (int) rows.stream()
                        .filter(row -> row.set() == run.plan().set())
                        .count();
                rows.addAll(windows(run, result.get(), before));
            } else {
                result.ifPresent(whole -> rows.add(new Row(run, whole)));
            }
        }
        long lost = runs.stream()
                .filter(run -> run.result().isEmpty() && !run.state().isInFlight() && run.state() != RunState.CANCELLED)
                .count();
        return new Pairs(rows, (int) lost);
    }

    /** Returns a row for each pair of windows, numbered after those of earlier runs of its set. */
    private static List<Row> windows(Run run, RunResult result, int before) {
        return result.windows().stream()
                .map(pair -> row(run, result, pair.isVariantFirst(), Trials.of(run, pair, before + pair.pair())))
                .toList();
    }

    private static Row row(Run run, RunResult result, boolean isVariantFirst, Trial trial) {
        Run own = new Run(
                run.plan().at(trial.index(), isVariantFirst),
                run.state(),
                run.worker(),
                run.result(),
                run.note(),
                run.intendedAt());
        List<ArmResult> arms = isVariantFirst
                ? List.of(trial.variant(), trial.baseline())
                : List.of(trial.baseline(), trial.variant());
        return new Row(
                own,
                new RunResult(
                        result.host(),
                        arms,
                        trial.logRatio(),
                        List.of(),
                        result.voidReason(),
                        result.acceleratorSeconds()));
    }

    /** Returns those the statistics see. */
    public List<Row> counted() {
        return rows.stream().filter(Row::isCounted).toList();
    }

    /** Returns how many only warmed up. */
    public long warmUps() {
        return rows.stream().filter(Row::isWarmUp).count();
    }

    /** Measured but void, such as after a stepped clock. */
    public long voided() {
        return rows.stream().filter(row -> !row.isWarmUp() && !row.isCounted()).count();
    }

    /** Returns whether any arm told how much work it did. */
    public boolean isWorkCounted() {
        return rows.stream()
                .flatMap(row -> row.result().arms().stream())
                .anyMatch(arm -> arm.workUnits().isPresent());
    }

    /** Median wall of successful baseline arms, warm-ups excluded; empty without one. */
    public OptionalDouble baselineSeconds() {
        double[] walls = rows.stream()
                .flatMapToDouble(row -> row.baselineSeconds().stream())
                .toArray();
        return walls.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(walls));
    }

    /**
     * Median wall of a job without any promoted change, by family: what savings are shares of. Of the trials whose baseline was that;
     * families without one are absent.
     */
    public static Map<String, Double> baselineSeconds(LedgerView view) {
        return medians(view, Map.of()).get(0);
    }

    /** Returns the same of jobs as they run now, with what was promoted; where no trial was against that, without it. */
    public static Map<String, Double> presentSeconds(LedgerView view) {
        Map<String, List<Fingerprint>> incumbents =
                view.families().stream().collect(Collectors.toMap(Family::name, Family::incumbent));
        List<Map<String, Double>> medians = medians(view, incumbents);
        Map<String, Double> present = medians.get(0);
        present.putAll(medians.get(1));
        return present;
    }

    /** Returns the medians against a job without any promoted change, and those against what its family has here. */
    private static List<Map<String, Double>> medians(LedgerView view, Map<String, List<Fingerprint>> incumbents) {
        Map<String, DoubleStream.Builder> bare = new HashMap<>();
        Map<String, DoubleStream.Builder> present = new HashMap<>();
        Map<String, Optional<List<Fingerprint>>> against = new HashMap<>();
        for (Run run : view.runs()) {
            OptionalDouble wall = isWhole(run.plan()) ? baselineSeconds(run) : OptionalDouble.empty();
            if (wall.isPresent()) {
                String family = run.plan().family();
                Optional<List<Fingerprint>> incumbent = against.computeIfAbsent(
                        run.plan().hypothesis(),
                        id -> view.dossier(id).flatMap(Dossier::experiment).map(Experiment::incumbent));
                if (incumbent.filter(List::isEmpty).isPresent()) {
                    add(bare, family, wall.getAsDouble());
                }
                if (incumbent.isPresent() && incumbent.get().equals(incumbents.get(family))) {
                    add(present, family, wall.getAsDouble());
                }
            }
        }
        return List.of(medians(bare), medians(present));
    }

    private static boolean isWhole(RunPlan plan) {
        return (plan.runs() == Design.WHOLE || plan.runs() == Design.FIELD)
                && (plan.purpose() == RunPurpose.TRIAL || plan.purpose() == RunPurpose.TRANSFER);
    }

    private static OptionalDouble baselineSeconds(Run run) {
        return run.result()
                .map(result -> new Row(run, result).baselineSeconds())
                .orElse(OptionalDouble.empty());
    }

    private static void add(Map<String, DoubleStream.Builder> walls, String family, double wall) {
        walls.computeIfAbsent(family, first -> DoubleStream.builder()).add(wall);
    }

    private static Map<String, Double> medians(Map<String, DoubleStream.Builder> walls) {
        Map<String, Double> medians = new HashMap<>();
        walls.forEach(
                (family, own) -> medians.put(family, Summary.median(own.build().toArray())));
        return medians;
    }
}
