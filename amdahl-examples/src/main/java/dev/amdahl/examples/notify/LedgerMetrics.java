package dev.amdahl.examples.notify;

import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.FamilyAccount;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.notify.Exposition.Sample;
import dev.amdahl.examples.notify.NoticeBook.Standing;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A ledger as metrics for Prometheus. No label holds a name of a job, a person or a hypothesis, so that there are never more series than
 * states, purposes, limits and channels; only a ranking of a fleet, where there is one, names its first families. Thread-safe.
 */
public final class LedgerMetrics implements Function<LedgerView, String> {
    private static final double HOUR = 3600;
    private static final double MINUTE = 60;
    private static final double NANOS = 1e9;
    private static final Map<String, Cost.Kind> SPENT = Map.of(
            "experiment", Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS,
            "evidence", Cost.Kind.EVIDENCE_ACCELERATOR_SECONDS,
            "calibration", Cost.Kind.CALIBRATION_ACCELERATOR_SECONDS,
            "overrun", Cost.Kind.OVERRUN_ACCELERATOR_SECONDS);

    private final String version;
    private final LedgerLocation ledger;
    private final List<JobSpec> jobs;
    private final FleetMetrics fleet;
    private final Clock clock;
    private String head = "";
    private List<FamilyAccount> families = List.of();

    /**
     * Creates the metrics of that ledger.
     *
     * @param jobs for how often they run, without which no saving a week is known
     * @param fleet the ranking, as it is read
     */
    public LedgerMetrics(String version, String ledgerUrl, List<JobSpec> jobs, FleetMetrics fleet, Clock clock) {
        this.fleet = fleet;
        this.version = version;
        this.ledger = LedgerLocation.of(ledgerUrl);
        this.jobs = List.copyOf(jobs);
        this.clock = clock;
    }

    /** Returns the text format of Prometheus. */
    @Override
    public synchronized String apply(LedgerView view) {
        long begun = System.nanoTime();
        Exposition out = new Exposition();
        out.gauge(
                "amdahl_build_info", "1, with the version of this program.", List.of(Sample.of("version", version, 1)));
        work(out, view);
        people(out, view);
        spent(out, view);
        saved(out, view);
        notices(out);
        fleet.addTo(out);
        return out.gauge(
                        "amdahl_scrape_duration_seconds",
                        "How long these metrics took to compute.",
                        (System.nanoTime() - begun) / NANOS)
                .toString();
    }

    private static void work(Exposition out, LedgerView view) {
        out.gauge(
                "amdahl_hypotheses",
                "Hypotheses by state.",
                Arrays.stream(HypothesisState.values())
                        .map(state -> Sample.of(
                                "state", word(state), (double) view.totals().hypotheses(state)))
                        .toList());
        Map<RunPurpose, Integer> running = new EnumMap<>(RunPurpose.class);
        view.inFlight().forEach(run -> running.merge(run.plan().purpose(), 1, Integer::sum));
        out.gauge(
                "amdahl_runs_in_flight",
                "Runs that the scheduler may hold, by purpose; a trial holds both arms.",
                Arrays.stream(RunPurpose.values())
                        .map(purpose -> Sample.of("purpose", word(purpose), running.getOrDefault(purpose, 0)))
                        .toList());
        out.gauge(
                "amdahl_runs_queued",
                "Runs that have waited long in the scheduler's queue.",
                view.queued().size());
        out.counter(
                "amdahl_tests_total",
                "Experiments that were designed.",
                view.totals().tests());
        out.counter("amdahl_ledger_events_total", "Events of the ledger.", (double) view.events());
        out.gauge(
                "amdahl_devices_unfit",
                "Devices that failed their newest burn-in.",
                view.totals().unfit().size());
    }

    private void people(Exposition out, LedgerView view) {
        List<Dossier> waiting = view.live().stream()
                .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                .toList();
        double oldest = waiting.stream()
                .mapToDouble(dossier ->
                        Duration.between(dossier.movedAt(), clock.instant()).toMillis() / 1e3)
                .max()
                .orElse(0);
        out.gauge("amdahl_reviews_waiting", "Wins that wait for a person.", waiting.size());
        out.gauge(
                "amdahl_review_oldest_age_seconds",
                "How long the oldest of them has waited; 0 if none waits.",
                Math.max(0, oldest));
        out.gauge("amdahl_wins_frozen", "Wins that are not promoted because trials are not calibrated.", (double)
                view.live().stream()
                        .filter(dossier -> dossier.reason().startsWith(Notices.FROZEN))
                        .count());
        out.counter(
                "amdahl_review_seconds_total",
                "Time that people spent on reviews.",
                view.totals().spent(Cost.Kind.REVIEW_MINUTES) * MINUTE);
    }

    private static void spent(Exposition out, LedgerView view) {
        out.counter(
                "amdahl_accelerator_seconds_total",
                "Accelerator time that finding out has taken, by what for.",
                SPENT.keySet().stream()
                        .sorted()
                        .map(what -> Sample.of(
                                "purpose",
                                what,
                                Optional.ofNullable(SPENT.get(what))
                                        .map(view.totals()::spent)
                                        .orElse(0.0)))
                        .toList());
        Balance balance = view.balance();
        out.counter("amdahl_model_tokens_total", "Tokens that models have read and written.", (double)
                balance.total().spent().plus(balance.total().overrun()).tokens());
        List<Sample> used = new ArrayList<>();
        uses(used, balance.budget().total().uses(balance.total().used()), "ledger");
        uses(used, balance.budget().perDay().uses(balance.today().used()), "day");
        out.gauge("amdahl_budget_used_ratio", "Part of a budget that is used or reserved, where there is one.", used);
    }

    private static void uses(List<Sample> samples, List<Limits.Use> uses, String period) {
        uses.stream()
                .filter(use -> Double.isFinite(use.limit()))
                .map(use ->
                        new Sample(Map.of("period", period, "unit", use.unit().replaceAll("[ -]", "_")), use.share()))
                .forEach(samples::add);
    }

    private void saved(Exposition out, LedgerView view) {
        if (!head.equals(view.head())) {
            families = Accounts.of(view, jobs, new Passage(), Rates.DEFAULT).families();
            head = view.head();
        }
        List<FamilyAccount> scaled =
                families.stream().filter(FamilyAccount::isScaled).toList();
        List<Sample> samples = new ArrayList<>();
        if (!scaled.isEmpty()) {
            samples.add(saving(scaled, "promoted", family -> family.promoted().expected()));
            samples.add(saving(scaled, "waiting", family -> family.verified().expected()));
        }
        if (families.stream().map(FamilyAccount::captured).anyMatch(OptionalDouble::isPresent)) {
            samples.add(saving(families, "captured", family -> family.captured().orElse(0)));
        }
        out.gauge(
                "amdahl_weekly_saving_accelerator_seconds",
                "Accelerator time a week: promoted and waiting wins by their experiments, and what later runs show at"
                        + " least.",
                samples);
        out.gauge(
                "amdahl_families_unscaled",
                "Jobs that declare no runs per week, so that no saving includes them.",
                families.size() - scaled.size());
    }

    private static Sample saving(List<FamilyAccount> families, String account, Function<FamilyAccount, Double> hours) {
        return Sample.of(
                "account",
                account,
                HOUR * families.stream().mapToDouble(hours::apply).sum());
    }

    private void notices(Exposition out) {
        List<Standing> standings;
        try {
            standings = NoticeBook.of(ledger).standings();
        } catch (InvalidInputException unreadable) {
            standings = List.of();
        }
        out.counter("amdahl_notices_sent_total", "Notices that arrived.", samples(standings, Standing::sent));
        out.counter("amdahl_notices_failed_total", "Notices that were given up.", samples(standings, Standing::failed));
        out.gauge("amdahl_notices_waiting", "Notices that failed and are tried again.", samples(standings, standing ->
                (long) standing.waiting()));
    }

    private static List<Sample> samples(List<Standing> standings, Function<Standing, Long> figure) {
        return standings.stream()
                .map(standing -> Sample.of("channel", standing.name(), figure.apply(standing)))
                .toList();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
