package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.roi.Saving;
import dev.amdahl.core.roi.SavingsAccount;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The savings of a ledger a week, verified and captured, as the JSON of {@code quickstart}. Stateless. */
final class Savings {
    private Savings() {}

    static ObjectNode json(LedgerView view, List<JobSpec> jobs) {
        List<Saving> savings = new ArrayList<>();
        for (JobSpec job : jobs) {
            OptionalDouble weekly = weeklyHours(view, job);
            if (weekly.isPresent()) {
                view.dossiers().stream()
                        .filter(dossier -> dossier.hypothesis().family().equals(job.family()))
                        .flatMap(dossier -> saving(dossier, job, weekly.getAsDouble()).stream())
                        .forEach(savings::add);
            }
        }
        SavingsAccount account = SavingsAccount.of(savings);
        ObjectNode json = Json.object();
        for (Saving.Stage stage : List.of(Saving.Stage.VERIFIED, Saving.Stage.CAPTURED)) {
            SavingsAccount.Total total = account.total(stage);
            json.set(
                    stage.name().toLowerCase(Locale.ROOT),
                    Json.object()
                            .put("changes", total.changes())
                            .put("accelerator_hours_per_week", total.expectedHours())
                            .put("at_least_hours_per_week", total.lowHours())
                            .put("money_per_week", total.expectedMoney()));
        }
        return json;
    }

    private static Optional<Saving> saving(Dossier dossier, JobSpec job, double weekly) {
        Optional<Comparison> comparison = dossier.comparison();
        Saving.Stage stage = switch (dossier.state()) {
            case SURVIVED, IN_REVIEW -> Saving.Stage.VERIFIED;
            case PROMOTED -> Saving.Stage.CAPTURED;
            default -> Saving.Stage.IDENTIFIED;
        };
        if (stage == Saving.Stage.IDENTIFIED
                || comparison.isEmpty()
                || comparison.get().ratio().isEmpty()) {
            return Optional.empty();
        }
        double ratio = comparison.get().ratio().getAsDouble();
        double low = Math.max(ratio, comparison.get().upper().orElse(ratio));
        double high = Math.min(ratio, comparison.get().lower().orElse(ratio));
        return Optional.of(new Saving(
                job.family(),
                dossier.id(),
                stage,
                1 - ratio,
                1 - low,
                1 - high,
                weekly,
                job.price().map(Price::perAcceleratorHour).orElse(0.0)));
    }

    /** Runs a week times the median baseline arm. */
    private static OptionalDouble weeklyHours(LedgerView view, JobSpec job) {
        double[] seconds = view.runs().stream()
                .filter(run ->
                        run.plan().family().equals(job.family()) && run.plan().purpose() == RunPurpose.TRIAL)
                .map(Savings::baselineSeconds)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .sorted()
                .toArray();
        if (seconds.length == 0 || job.runsPerWeek().isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(seconds[seconds.length / 2]
                * job.accelerators().count()
                * job.runsPerWeek().getAsDouble()
                / 3600);
    }

    private static OptionalDouble baselineSeconds(Run run) {
        Optional<RunResult> result = run.result().filter(found -> found.arms().size() == 2);
        return result.isEmpty()
                ? OptionalDouble.empty()
                : result.get().arms().get(run.plan().isVariantFirst() ? 1 : 0).wallSeconds();
    }
}
