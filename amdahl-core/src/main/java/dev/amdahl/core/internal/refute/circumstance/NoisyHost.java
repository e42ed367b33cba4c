package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import java.util.List;

/**
 * Fires if the arms met different hosts and the effect does not hold at equal hosts. A block on one allocation has one host; a
 * separate block names the baseline's and the variant's as {@code BASELINE|VARIANT}.
 */
final class NoisyHost implements Check {

    @Override
    public String name() {
        return "noisy host";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream().noneMatch(trial -> trial.host().isEmpty());
    }

    @Override
    public Finding examine(Sample sample) {
        if (sample.pairs().stream().noneMatch(trial -> trial.host().contains("|"))) {
            return Finding.ruledOut();
        }
        return Mixture.examine(sample, hosts(sample, 0), hosts(sample, 1), "hosts");
    }

    private static List<String> hosts(Sample sample, int arm) {
        return sample.pairs().stream()
                .map(trial -> List.of(trial.host().split("\\|", 2)))
                .map(hosts -> hosts.get(Math.min(arm, hosts.size() - 1)))
                .toList();
    }
}
