package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.job.MetricSpec;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Gathers what refuters see of a claimed win. */
final class WinClaim {
    private WinClaim() {}

    static Evidence of(Cycle cycle, Dossier dossier) {
        Hypothesis hypothesis = dossier.hypothesis();
        ExperimentPlan plan = dossier.experiment().orElseThrow().plan();
        Trials collected = Trials.of(cycle.view(), dossier);
        List<Trial> trials = collected.undisputed();
        Optional<Family> family = cycle.view().family(hypothesis.family());
        Optional<Diagnosis> diagnosis = family.flatMap(Family::diagnosis);
        boolean isPlanted = hypothesis.isPlanted();
        boolean wall = plan.metric().equals(MetricSpec.WALL_SECONDS);
        List<Run> runs = cycle.view().runsOf(dossier.id());
        boolean reproducible = family.flatMap(Family::outputReproducible).orElse(true);
        boolean anyOutput =
                trials.stream().anyMatch(trial -> !trial.baseline().digests().isEmpty());
        return new Evidence(
                hypothesis,
                plan,
                dossier.comparison().orElseThrow(),
                trials,
                cycle.job(dossier)
                        .map(job -> Measurements.of(cycle, job).unchanged(plan.outputs()))
                        .orElse(List.of()),
                (int) runs.stream()
                        .filter(run -> run.state() != RunState.COLLECTED || Trials.isVoid(run))
                        .count(),
                Disclosure.of(cycle.view(), dossier).exclusions(),
                Dispute.wavering(collected.disputes()),
                isPlanted ? OptionalDouble.empty() : share(diagnosis, removable(hypothesis), wall),
                isPlanted ? OptionalDouble.empty() : share(diagnosis, hypothesis.addressed(), wall),
                diagnosis.map(found -> found.evidence().size()).orElse(0),
                supplied(trials),
                reproducible && anyOutput && !plan.outputs().isEmpty(),
                trials.stream().anyMatch(trial -> trial.baseline().workUnits().isPresent()),
                conduct(trials, plan.metric()),
                dossier.experiment().orElseThrow().seed(),
                cycle.calls());
    }

    /** Looked at after every trial, on evidence that allows it; each collected trial ran both arms. */
    private static AnalysisConduct conduct(List<Trial> trials, MetricSpec metric) {
        int blocks = (int) trials.stream().filter(trial -> !trial.isWarmUp()).count();
        return AnalysisConduct.UNKNOWN
                .looks(blocks, true)
                .metrics(List.of(metric.name()), true)
                .assigned(blocks, blocks);
    }

    /** Everything but productive work, and what the hypothesis addresses. */
    private static Set<Bottleneck> removable(Hypothesis hypothesis) {
        Set<Bottleneck> classes = EnumSet.allOf(Bottleneck.class);
        classes.removeIf(one -> switch (one.kind()) {
            case WORK -> true;
            case RELABEL -> !hypothesis.addressed().contains(one);
            case ACCOUNT, FINDING, UNKNOWN -> false;
        });
        return classes;
    }

    private static OptionalDouble share(Optional<Diagnosis> diagnosis, Set<Bottleneck> classes, boolean wall) {
        if (diagnosis.isEmpty() || !diagnosis.get().isExplained()) {
            return OptionalDouble.empty();
        }
        return wall ? diagnosis.get().wallShare(classes) : diagnosis.get().acceleratorShare(classes);
    }

    /** The load always; anything else only where this host and job have shown it at least once. */
    private static Set<Covariate> supplied(List<Trial> trials) {
        Set<Covariate> supplied = new HashSet<>();
        supplied.add(Covariate.LOAD_1M);
        trials.stream()
                .flatMap(trial -> Stream.of(trial.baseline(), trial.variant()))
                .forEach(arm -> supplied.addAll(arm.covariates().keySet()));
        return Set.copyOf(supplied);
    }
}
