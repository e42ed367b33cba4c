package dev.amdahl.llm.sceptic;

import dev.amdahl.llm.Material;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A claim and its evidence as text of bounded length; the same evidence always gives the same. */
final class EvidenceText {
    private static final int CLAIM = 2_000;
    private static final int CHANGE = 6_000;
    private static final int TRIALS = 14_000;
    private static final int NOTES = 2_000;
    private static final int FIGURES = 12;

    private EvidenceText() {}

    static Material of(Evidence evidence) {
        return Material.empty()
                .with("claim", claim(evidence), CLAIM)
                .with("change", change(evidence.hypothesis().change()), CHANGE)
                .with("trials", trials(evidence.trials()), TRIALS)
                .with("notes of the runs", notes(evidence.trials()), NOTES);
    }

    private static String claim(Evidence evidence) {
        Hypothesis hypothesis = evidence.hypothesis();
        ExperimentPlan plan = evidence.plan();
        Comparison comparison = evidence.comparison();
        return "title: " + hypothesis.title()
                + "\njob: " + hypothesis.family()
                + "\nclasses it addresses: " + hypothesis.addresses()
                + "\nmetric: " + plan.metric().name()
                + "\nsmallest effect that counts: " + percent(plan.minimumEffect())
                + "\nexpected sd of a pair: " + percent(plan.sigma())
                + "\npairs: " + comparison.pairs()
                + "\nratio: " + number(comparison.ratio()) + " [" + number(comparison.lower()) + ", "
                + number(comparison.upper()) + "]"
                + "\nevidence: " + String.format(Locale.ROOT, "%.4g", comparison.evidence())
                + "\nshare of the job that the classes hold: " + number(evidence.addressedShare())
                + " by " + evidence.evidenceRuns() + " traced runs"
                + "\nruns repeated for faults of the machines: " + evidence.repeated()
                + "\npairs left out: " + evidence.exclusions()
                + "\noutputs compared: " + evidence.isOutputDeclared()
                + "\nwork counted: " + evidence.isWorkCounted();
    }

    private static String change(Change change) {
        return change instanceof PatchChange patch
                ? patch.diff()
                : ((ConfigChange) change)
                        .settings().stream().map(EvidenceText::setting).collect(Collectors.joining("\n"));
    }

    private static String setting(LeverSetting setting) {
        return setting.lever() + ": " + setting.from() + " -> " + setting.to();
    }

    private static String trials(List<Trial> trials) {
        StringBuilder table =
                new StringBuilder("name set order host change_percent | baseline figures | variant figures\n");
        for (int i = 0; i < trials.size(); i++) {
            Trial trial = trials.get(i);
            table.append(name(i))
                    .append(trial.isWarmUp() ? " (warm-up)" : "")
                    .append(' ')
                    .append(trial.set())
                    .append(' ')
                    .append(trial.order())
                    .append(' ')
                    .append(trial.host().isEmpty() ? "-" : trial.host())
                    .append(' ')
                    .append(
                            trial.logRatio().isPresent()
                                    ? String.format(
                                            Locale.ROOT,
                                            "%+.2f",
                                            100 * Math.expm1(trial.logRatio().getAsDouble()))
                                    : "-")
                    .append(" | ")
                    .append(arm(trial.baseline()))
                    .append(" | ")
                    .append(arm(trial.variant()))
                    .append('\n');
        }
        return table.toString();
    }

    /** Returns what a trial is called. */
    static String name(int place) {
        return "T" + (place + 1);
    }

    private static String arm(ArmResult arm) {
        StringBuilder text = new StringBuilder();
        text.append("seconds=").append(number(arm.wallSeconds()));
        if (!arm.isSuccess()) {
            text.append(" failed");
        }
        arm.workUnits().ifPresent(units -> text.append(" work=").append(number(OptionalDouble.of(units))));
        new TreeMap<>(arm.covariates())
                .forEach((covariate, value) ->
                        text.append(' ').append(covariate).append('=').append(number(OptionalDouble.of(value))));
        new TreeMap<>(arm.metrics())
                .entrySet().stream()
                        .limit(FIGURES)
                        .forEach(figure -> text.append(' ')
                                .append(figure.getKey())
                                .append('=')
                                .append(number(OptionalDouble.of(figure.getValue()))));
        return text.toString();
    }

    private static String notes(List<Trial> trials) {
        return trials.stream()
                .flatMap(trial -> Stream.of(trial.baseline(), trial.variant()))
                .flatMap(arm -> arm.notes().stream())
                .distinct()
                .collect(Collectors.joining("\n"));
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? String.format(Locale.ROOT, "%.6g", value.getAsDouble()) : "not measured";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }
}
