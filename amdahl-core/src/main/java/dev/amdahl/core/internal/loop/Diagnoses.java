package dev.amdahl.core.internal.loop;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.HotPlace;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Puts the diagnoses of several evidence runs of one family together. */
public final class Diagnoses {
    private Diagnoses() {}

    /** Nothing was measured. */
    public static Diagnosis unknown(String family) {
        return new Diagnosis(family, List.of(), 0, Map.of(), List.of(), List.of());
    }

    /** Returns the mean of each account and metric; a metric counts where every run measured it. */
    public static Diagnosis mean(List<Diagnosis> diagnoses) {
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
                        .toList(),
                places(diagnoses));
    }

    /** Returns the same with more findings, and these places. */
    public static Diagnosis with(Diagnosis diagnosis, List<String> more, List<HotPlace> places) {
        return with(diagnosis, diagnosis.findings(), more, places);
    }

    /** Returns the same with findings that come before the others, as a reader with little room takes the first. */
    public static Diagnosis led(List<String> first, Diagnosis diagnosis) {
        return with(diagnosis, first, diagnosis.findings(), diagnosis.places());
    }

    private static Diagnosis with(Diagnosis diagnosis, List<String> first, List<String> then, List<HotPlace> places) {
        return new Diagnosis(
                diagnosis.family(),
                diagnosis.accounts(),
                diagnosis.gapSeconds(),
                diagnosis.metrics(),
                diagnosis.evidence(),
                Stream.concat(first.stream(), then.stream()).toList(),
                places);
    }

    /** Returns the mean seconds of each line that was hot in any run, the hottest first. */
    private static List<HotPlace> places(List<Diagnosis> diagnoses) {
        Map<List<Object>, HotPlace> byLine = new LinkedHashMap<>();
        for (Diagnosis diagnosis : diagnoses) {
            for (HotPlace place : diagnosis.places()) {
                double share = place.seconds() / diagnoses.size();
                byLine.merge(
                        List.of(place.file(), place.line()),
                        new HotPlace(place.file(), place.line(), place.function(), share),
                        (known, more) -> new HotPlace(
                                known.file(), known.line(), known.function(), known.seconds() + more.seconds()));
            }
        }
        return byLine.values().stream()
                .sorted(Comparator.comparingDouble(HotPlace::seconds).reversed())
                .toList();
    }
}
