package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The account of a whole run of which a profile shows a few steps and a log tells how long all of them took. What the profile says of its
 * steps, the log's steps are taken to be made of, but for what the log itself tells: checkpoints, steps many times as long as the others
 * (side work), and, where the processor is the accelerator, waits for the loader. What lies before the first step is warm-up, what lies
 * after the last one is not attributed, and the time between steps, in which the profile was written, is left out. Immutable.
 */
final class SampledSteps {
    /** A profile that shows more of the steps speaks for itself. */
    private static final double MAX_SHOWN = .5;

    /** Classes that tell where a recording or a run begins and ends, and say nothing of its steps. */
    private static final Set<Bottleneck> EDGES = EnumSet.of(
            Bottleneck.QUEUE_WAIT,
            Bottleneck.PROVISIONING,
            Bottleneck.WARMUP,
            Bottleneck.IDLE_AFTER_FINISH,
            Bottleneck.NOT_RECORDED);

    private final StepTotals steps;
    private final JobRunFacts facts;

    private SampledSteps(StepTotals steps, JobRunFacts facts) {
        this.steps = steps;
        this.facts = facts;
    }

    /** Returns nothing where no log tells of the steps, or the timeline shows most of them. */
    static Optional<SampledSteps> of(Timeline timeline, JobRunFacts facts) {
        double shown = (timeline.endNanos() - timeline.startNanos()) / 1e9;
        return facts.steps()
                .filter(steps -> shown <= MAX_SHOWN * steps.seconds() && steps.seconds() <= facts.wallNanos() / 1e9)
                .map(steps -> new SampledSteps(steps, facts));
    }

    /** Returns the seconds from the start of the process to the first step; 0 where the log has no times. */
    static double before(StepTotals steps, JobRunFacts facts) {
        double start = facts.processStart().toEpochMilli() / 1e3;
        double room = facts.wallNanos() / 1e9 - steps.seconds();
        return steps.begun().isEmpty()
                ? 0
                : Math.max(0, Math.min(room, steps.begun().getAsDouble() - start));
    }

    /**
     * Returns the run's accounts, by those of the profile alone. Where the processor is the accelerator, seconds without a cause are those of
     * the job's own code as far as it used a processor for longer than everything else lasted.
     */
    List<Account> accounts(Attribution shown, Map<String, Double> counters) {
        List<Account> accounts = new ArrayList<>();
        double waited = facts.isOnProcessor() ? steps.waited() : 0;
        double warm = before(steps, facts);
        add(accounts, Bottleneck.WARMUP, warm);
        add(accounts, Bottleneck.INPUT_STARVATION, waited);
        add(accounts, Bottleneck.CHECKPOINT_STALL, steps.saved());
        add(accounts, Bottleneck.PERIODIC_SIDE_WORK, steps.beyond());
        double watching = watching();
        add(accounts, Bottleneck.NOT_RECORDED, watching);
        double rest = Math.max(0, steps.seconds() - waited - steps.saved() - steps.beyond());
        List<Account> inside = shown.accounts().stream()
                .filter(account -> !EDGES.contains(account.bottleneck()))
                .filter(account -> waited == 0 || account.bottleneck() != Bottleneck.INPUT_STARVATION)
                .filter(account -> steps.saved() == 0 || account.bottleneck() != Bottleneck.CHECKPOINT_STALL)
                .toList();
        double all = inside.stream().mapToDouble(Account::acceleratorSeconds).sum();
        for (Account account : inside) {
            add(accounts, account.bottleneck(), rest * account.acceleratorSeconds() / all);
        }
        double left = facts.wallNanos() / 1e9 - warm - watching - steps.seconds() + (all > 0 ? 0 : rest);
        add(accounts, Bottleneck.UNATTRIBUTED, left);
        if (facts.isOnProcessor()) {
            ownCode(accounts, counters);
        }
        ProcessAccounts.addHeld(accounts, facts);
        return accounts;
    }

    /** Returns the seconds between steps, in which what timed them was at work itself. */
    private double watching() {
        return steps.begun().isPresent() && steps.ended().isPresent()
                ? Math.max(0, steps.ended().getAsDouble() - steps.begun().getAsDouble() - steps.seconds())
                : 0;
    }

    private void ownCode(List<Account> accounts, Map<String, Double> counters) {
        double user = ProcessAccounts.counter(counters, "cpu_user_seconds").orElse(0);
        double system = ProcessAccounts.counter(counters, "cpu_system_seconds").orElse(0);
        double explained = 0;
        double unknown = 0;
        for (Account account : accounts) {
            boolean isUnknown = account.bottleneck() == Bottleneck.UNATTRIBUTED;
            explained += isUnknown ? 0 : account.wallSeconds();
            unknown += isUnknown ? account.wallSeconds() : 0;
        }
        double own = Math.min(unknown, Math.max(0, user + system - explained));
        if (own > 0) {
            accounts.removeIf(account -> account.bottleneck() == Bottleneck.UNATTRIBUTED);
            add(accounts, Bottleneck.UNATTRIBUTED, unknown - own);
            add(accounts, Bottleneck.HOST_SERIAL, own);
        }
    }

    private void add(List<Account> accounts, Bottleneck bottleneck, double seconds) {
        Optional<Account> known = accounts.stream()
                .filter(account -> account.bottleneck() == bottleneck)
                .findFirst();
        double sum = seconds + known.map(Account::wallSeconds).orElse(0.0);
        if (sum > 0) {
            known.ifPresent(accounts::remove);
            accounts.add(new Account(bottleneck, sum, sum * facts.accelerators()));
        }
    }

    /** Returns the accelerator-seconds of such accounts in which none was known to work inside the run. */
    static double gapSeconds(List<Account> accounts) {
        return accounts.stream()
                .filter(account -> account.bottleneck().kind() != Bottleneck.Kind.WORK
                        && account.bottleneck().kind() != Bottleneck.Kind.RELABEL
                        && !EDGES.contains(account.bottleneck()))
                .mapToDouble(Account::acceleratorSeconds)
                .sum();
    }

    /** Returns on what the account rests, in words. */
    String finding(Attribution shown) {
        return String.format(
                Locale.ROOT,
                "the profile shows %.3g s of %.3g s of steps: its shares are taken for all of them",
                shown.wallNanos() / 1e9,
                steps.seconds());
    }
}
