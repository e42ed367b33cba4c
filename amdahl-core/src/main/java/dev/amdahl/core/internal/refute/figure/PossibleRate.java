package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fires on an arm that reports more than its declared peak, where no baseline does. An arm declares a peak by reporting the metric
 * {@code peak_NAME} beside the rate {@code NAME}. A share of a peak, {@code mfu}, {@code hfu} or {@code NAME_utilisation}, is looked at
 * without one as long as all are possible; any above 1 may as well be in another unit, such as per cent, and nothing can be told.
 */
final class PossibleRate implements Check {
    private static final String PEAK = "peak_";
    private static final List<String> SHARES = List.of("mfu", "hfu");
    private static final String SHARE = "_utilisation";

    @Override
    public String name() {
        return "declared peak";
    }

    @Override
    public boolean applies(Sample sample) {
        return plausible(sample).findAny().isPresent();
    }

    /** Returns what the arms claim of rates whose unit is known. */
    private static Stream<PeakClaim> plausible(Sample sample) {
        Set<String> otherUnits = sample.trials().stream()
                .flatMap(trial -> Stream.concat(claims(trial.baseline()), undeclared(trial.variant())))
                .filter(claim -> !claim.isPossible())
                .map(PeakClaim::name)
                .collect(Collectors.toSet());
        return arms(sample).flatMap(PossibleRate::claims).filter(claim -> !otherUnits.contains(claim.name()));
    }

    @Override
    public Finding examine(Sample sample) {
        Optional<PeakClaim> highest = plausible(sample)
                .max(Comparator.comparing((PeakClaim claim) -> !claim.isPossible())
                        .thenComparingDouble(PeakClaim::utilisation));
        double utilisation = highest.map(PeakClaim::utilisation).orElse(0.0);
        return highest.flatMap(PeakClaim::impossible)
                .map(why -> Finding.fired(why, utilisation, 1))
                .orElseGet(() -> Finding.clear(utilisation, 1));
    }

    private static Stream<ArmResult> arms(Sample sample) {
        return sample.trials().stream().flatMap((Trial trial) -> Stream.of(trial.baseline(), trial.variant()));
    }

    private static Stream<PeakClaim> undeclared(ArmResult arm) {
        return claims(arm).filter(claim -> !arm.metrics().containsKey(PEAK + claim.name()));
    }

    private static Stream<PeakClaim> claims(ArmResult arm) {
        return arm.metrics().entrySet().stream().flatMap(metric -> claim(metric, arm.metrics()).stream());
    }

    private static Optional<PeakClaim> claim(Map.Entry<String, Double> metric, Map<String, Double> all) {
        String name = metric.getKey();
        boolean isShare = SHARES.contains(name) || (name.endsWith(SHARE) && !name.startsWith(PEAK));
        return Optional.ofNullable(all.get(PEAK + name))
                .or(() -> isShare ? Optional.of(1.0) : Optional.empty())
                .map(peak -> new PeakClaim(name, metric.getValue(), peak));
    }
}
