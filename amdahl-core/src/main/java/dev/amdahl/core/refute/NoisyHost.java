package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.inference.ChiSquareTest;

/**
 * Fires if the arms met different hosts and the effect does not hold where both met the same one. A block on one allocation has
 * one host; a separate block names the baseline's and the variant's as {@code BASELINE|VARIANT}.
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
        Map<String, long[]> table = new TreeMap<>();
        for (Trial trial : sample.pairs()) {
            table.computeIfAbsent(host(trial, 0), name -> new long[2])[0]++;
            table.computeIfAbsent(host(trial, 1), name -> new long[2])[1]++;
        }
        if (table.size() < 2) {
            return Finding.clear();
        }
        double p = ChiSquareTest.withDefaults()
                .test(table.values().toArray(long[][]::new))
                .getPValue();
        if (p >= .01) {
            return Finding.clear(p, .01);
        }
        double[] same = sample.effects(trial -> host(trial, 0).equals(host(trial, 1)));
        return same.length < 2
                        || Significance.isExplainedAway(
                                Summary.mean(same), Significance.differsFromZero(same), sample.meanEffect())
                ? Finding.fired("the arms met different hosts, and on equal hosts the effect does not hold", p, .01)
                : Finding.clear(p, .01);
    }

    private static String host(Trial trial, int arm) {
        List<String> hosts = List.of(trial.host().split("\\|", 2));
        return hosts.get(Math.min(arm, hosts.size() - 1));
    }
}
