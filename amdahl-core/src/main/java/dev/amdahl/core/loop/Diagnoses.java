package dev.amdahl.core.loop;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Puts the diagnoses of several evidence runs of one family together. Stateless. */
final class Diagnoses {
    private Diagnoses() {}

    /** Nothing was measured. */
    static Diagnosis unknown(String family) {
        return new Diagnosis(family, List.of(), 0, Map.of(), List.of(), List.of());
    }

    /** The mean of each account and metric; a metric counts where every run measured it. */
    static Diagnosis mean(List<Diagnosis> diagnoses) {
        int n = diagnoses.size();
        Map<Bottleneck, double[]> sums = new EnumMap<>(Bottleneck.class);
        for (Diagnosis diagnosis : diagnoses) {
            for (Account account : diagnosis.accounts()) {
                double[] sum = sums.computeIfAbsent(account.bottleneck(), ignored -> new double[2]);
                sum[0] += account.wallSeconds() / n;
                sum[1] += account.acceleratorSeconds() / n;
            }
        }
        List<Account> accounts = sums.entrySet().stream()
                .map(entry -> new Account(entry.getKey(), entry.getValue()[0], entry.getValue()[1]))
                .toList();
        Map<String, Double> metrics = new TreeMap<>(diagnoses.get(0).metrics());
        metrics.keySet()
                .removeIf(name ->
                        diagnoses.stream().anyMatch(one -> !one.metrics().containsKey(name)));
        metrics.replaceAll((name, ignored) -> diagnoses.stream()
                .mapToDouble(one -> one.metrics().get(name))
                .average()
                .orElseThrow());
        return new Diagnosis(
                diagnoses.get(0).family(),
                accounts,
                diagnoses.stream().mapToDouble(Diagnosis::gapSeconds).average().orElse(0),
                metrics,
                diagnoses.stream().flatMap(one -> one.evidence().stream()).toList(),
                diagnoses.stream()
                        .flatMap(one -> one.findings().stream())
                        .distinct()
                        .toList());
    }

    static Diagnosis withFindings(Diagnosis diagnosis, List<String> more) {
        List<String> findings = new ArrayList<>(
                Stream.concat(diagnosis.findings().stream(), more.stream()).toList());
        return new Diagnosis(
                diagnosis.family(),
                diagnosis.accounts(),
                diagnosis.gapSeconds(),
                diagnosis.metrics(),
                diagnosis.evidence(),
                findings);
    }
}
