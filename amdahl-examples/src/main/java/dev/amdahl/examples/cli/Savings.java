package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.report.accounts.Wins;
import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.roi.Saving;
import dev.amdahl.core.internal.roi.Saving.Stage;
import dev.amdahl.core.internal.roi.SavingsAccount;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The savings of a ledger a week that experiments project, verified and promoted, as the JSON of {@code quickstart}, which has the
 * promoted ones as {@code captured} too, their name of before.
 */
final class Savings {
    private Savings() {}

    static ObjectNode json(LedgerView view, List<JobSpec> jobs) {
        List<Saving> savings = new ArrayList<>();
        Map<String, Double> baselines = Pairs.baselineSeconds(view);
        for (JobSpec job : jobs) {
            Optional<Family> family = view.family(job.family());
            OptionalDouble weekly = weeklyHours(job, Optional.ofNullable(baselines.get(job.family())));
            if (family.isPresent() && weekly.isPresent()) {
                Wins wins = Wins.of(
                        view,
                        family.get(),
                        view.dossiers().stream()
                                .filter(dossier -> dossier.hypothesis().family().equals(job.family()))
                                .toList());
                wins.promoted().forEach(win -> savings.add(saving(win, Stage.PROMOTED, job, weekly.getAsDouble())));
                wins.waiting().forEach(win -> savings.add(saving(win, Stage.VERIFIED, job, weekly.getAsDouble())));
            }
        }
        SavingsAccount account = SavingsAccount.of(savings);
        ObjectNode json = Json.object();
        for (Stage stage : List.of(Stage.VERIFIED, Stage.PROMOTED)) {
            SavingsAccount.Total total = account.total(stage);
            json.set(
                    stage.name().toLowerCase(Locale.ROOT),
                    Json.object()
                            .put("changes", total.changes())
                            .put("accelerator_hours_per_week", total.expectedHours())
                            .put("at_least_hours_per_week", total.lowHours())
                            .put("money_per_week", total.expectedMoney()));
        }
        json.set("captured", json.get("promoted").deepCopy());
        return json;
    }

    private static Saving saving(Dossier win, Stage stage, JobSpec job, double weekly) {
        Comparison comparison = win.comparison().orElseThrow();
        double ratio = comparison.ratio().orElseThrow();
        double low = Math.max(ratio, comparison.upper().orElse(ratio));
        double high = Math.min(ratio, comparison.lower().orElse(ratio));
        return new Saving(
                job.family(),
                win.id(),
                stage,
                1 - ratio,
                1 - low,
                1 - high,
                weekly,
                job.price().map(Price::perAcceleratorHour).orElse(0.0));
    }

    /** Runs a week times what one holds without any promoted change. */
    private static OptionalDouble weeklyHours(JobSpec job, Optional<Double> seconds) {
        return seconds.isEmpty() || job.runsPerWeek().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(seconds.get()
                        * job.accelerators().count()
                        * job.runsPerWeek().getAsDouble()
                        / 3600);
    }
}
