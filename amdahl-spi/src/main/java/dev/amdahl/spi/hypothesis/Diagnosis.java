package dev.amdahl.spi.hypothesis;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The account of a job's time. Accounts add up to the wall and to the allocated accelerator-seconds; shares are of those that the record
 * speaks of.
 *
 * @param family the recurring workload
 * @param accounts one per class that has seconds
 * @param gapSeconds accelerator-seconds in which a device was idle inside the run
 * @param metrics measured figures of the idea catalogue's vocabulary; what was not measured is absent
 * @param evidence ids of the evidence runs it rests on; empty means not measured
 * @param findings what was odd, in words
 * @param places lines of the job's source that were hot, the hottest first; none where the source or the frames are not known
 */
public record Diagnosis(
        String family,
        List<Account> accounts,
        double gapSeconds,
        Map<String, Double> metrics,
        List<String> evidence,
        List<String> findings,
        List<HotPlace> places) {
    private static final double MAX_UNATTRIBUTED = .10;

    public Diagnosis {
        accounts = List.copyOf(accounts);
        metrics = Map.copyOf(metrics);
        evidence = List.copyOf(evidence);
        findings = List.copyOf(findings);
        places = List.copyOf(places);
    }

    /** Returns a diagnosis that knows of no place in source. */
    public Diagnosis(
            String family,
            List<Account> accounts,
            double gapSeconds,
            Map<String, Double> metrics,
            List<String> evidence,
            List<String> findings) {
        this(family, accounts, gapSeconds, metrics, evidence, findings, List.of());
    }

    /** Returns all wall seconds that the record speaks of, queue included: without {@link Bottleneck#NOT_RECORDED}. */
    public double wallSeconds() {
        return accounts.stream()
                .filter(Diagnosis::isRecorded)
                .mapToDouble(Account::wallSeconds)
                .sum();
    }

    /** Returns all allocated accelerator-seconds that the record speaks of: without {@link Bottleneck#NOT_RECORDED}. */
    public double acceleratorSeconds() {
        return accounts.stream()
                .filter(Diagnosis::isRecorded)
                .mapToDouble(Account::acceleratorSeconds)
                .sum();
    }

    private static boolean isRecorded(Account account) {
        return account.bottleneck() != Bottleneck.NOT_RECORDED;
    }

    /** Accelerator-seconds of a class; for a re-label class without counters, at most the productive ones, so an upper bound. */
    public double acceleratorSeconds(Bottleneck bottleneck) {
        double own = sum(bottleneck, true);
        return own == 0 && bottleneck.kind() == Bottleneck.Kind.RELABEL ? sum(Bottleneck.PRODUCTIVE, true) : own;
    }

    /** Wall seconds of a class, bounded as above. */
    public double wallSeconds(Bottleneck bottleneck) {
        double own = sum(bottleneck, false);
        return own == 0 && bottleneck.kind() == Bottleneck.Kind.RELABEL ? sum(Bottleneck.PRODUCTIVE, false) : own;
    }

    private double sum(Bottleneck bottleneck, boolean accelerator) {
        return accounts.stream()
                .filter(account -> account.bottleneck() == bottleneck)
                .mapToDouble(account -> accelerator ? account.acceleratorSeconds() : account.wallSeconds())
                .sum();
    }

    /** Share of the allocated accelerator-seconds that the classes hold together, 0 to 1; empty when nothing was allocated. */
    public OptionalDouble acceleratorShare(Set<Bottleneck> classes) {
        return share(classes, true);
    }

    /** Share of the wall seconds that the classes hold together, 0 to 1; empty when there are none. */
    public OptionalDouble wallShare(Set<Bottleneck> classes) {
        return share(classes, false);
    }

    private OptionalDouble share(Set<Bottleneck> classes, boolean accelerator) {
        double all = accelerator ? acceleratorSeconds() : wallSeconds();
        if (!(all > 0)) {
            return OptionalDouble.empty();
        }
        double seconds = 0;
        boolean productiveCounted = false;
        for (Bottleneck bottleneck : classes) {
            if (bottleneck == Bottleneck.NOT_RECORDED) {
                continue;
            }
            boolean bounded = bottleneck.kind() == Bottleneck.Kind.RELABEL && sum(bottleneck, accelerator) == 0;
            if (bounded && productiveCounted) {
                continue;
            }
            productiveCounted |= bounded || bottleneck == Bottleneck.PRODUCTIVE;
            seconds += accelerator ? acceleratorSeconds(bottleneck) : wallSeconds(bottleneck);
        }
        return OptionalDouble.of(Math.min(1, seconds / all));
    }

    /** Share of the gap seconds whose cause is not known, 0 to 1; 0 when there are no gaps. */
    public double unattributedShareOfGaps() {
        return gapSeconds > 0 ? Math.min(1, sum(Bottleneck.UNATTRIBUTED, true) / gapSeconds) : 0;
    }

    /**
     * Returns whether the accounts explain enough to speak of ceilings: measured, and at most a tenth of the gap seconds unattributed. If not, a
     * deeper profile is needed.
     */
    public boolean isExplained() {
        return !evidence.isEmpty() && !accounts.isEmpty() && unattributedShareOfGaps() <= MAX_UNATTRIBUTED;
    }

    /** Returns the largest account that is a loss; empty when all is productive or unknown. */
    public Optional<Bottleneck> topLoss() {
        return accounts.stream()
                .filter(account -> account.bottleneck().kind() != Bottleneck.Kind.WORK
                        && account.bottleneck().kind() != Bottleneck.Kind.UNKNOWN)
                .max(Comparator.comparingDouble(Account::acceleratorSeconds))
                .map(Account::bottleneck);
    }
}
