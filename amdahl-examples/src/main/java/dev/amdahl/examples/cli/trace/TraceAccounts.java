package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The classes of a diagnosis with their ceilings, most accelerator-seconds first. */
record TraceAccounts(Diagnosis diagnosis) {

    List<Account> sorted() {
        return diagnosis.accounts().stream()
                .sorted(Comparator.comparingDouble(Account::acceleratorSeconds)
                        .reversed()
                        .thenComparing(Account::bottleneck))
                .toList();
    }

    /** Of the seconds that the record speaks of; not a number for those that it does not. */
    double share(Bottleneck bottleneck) {
        return bottleneck == Bottleneck.NOT_RECORDED
                ? Double.NaN
                : diagnosis.acceleratorShare(Set.of(bottleneck)).orElse(Double.NaN);
    }

    /** By class; what is no loss has none. */
    Map<Bottleneck, ClassCeiling> ceilings() {
        Map<Bottleneck, ClassCeiling> ceilings = new EnumMap<>(Bottleneck.class);
        for (ClassCeiling ceiling : Ceilings.of(diagnosis)) {
            ceilings.put(ceiling.classes().iterator().next(), ceiling);
        }
        return ceilings;
    }

    ArrayNode json() {
        Map<Bottleneck, ClassCeiling> ceilings = ceilings();
        return Json.array(sorted(), account -> {
            ClassCeiling ceiling = ceilings.get(account.bottleneck());
            ObjectNode row = Json.object()
                    .put("class", account.bottleneck().name())
                    .put("seconds", account.acceleratorSeconds());
            row.set("share", Json.number(share(account.bottleneck())));
            row.set("wall_ceiling", Json.number(ceiling == null ? Double.NaN : ceiling.wallCeiling()));
            row.set("accelerator_ceiling", Json.number(ceiling == null ? Double.NaN : ceiling.acceleratorCeiling()));
            return row;
        });
    }

    /** Rows of what the time goes to, class, seconds, share, and the two ceilings. */
    List<List<String>> rows() {
        Map<Bottleneck, ClassCeiling> ceilings = ceilings();
        return sorted().stream()
                .map(account -> {
                    ClassCeiling ceiling = ceilings.get(account.bottleneck());
                    return List.of(
                            account.bottleneck().label(),
                            account.bottleneck().name(),
                            Words.number("%.4f", account.acceleratorSeconds()),
                            Double.isNaN(share(account.bottleneck()))
                                    ? Words.NONE
                                    : Words.percent(share(account.bottleneck())),
                            ceiling == null ? Words.NONE : Words.number("%.2fx", ceiling.wallCeiling()),
                            ceiling == null ? Words.NONE : Words.number("%.2fx", ceiling.acceleratorCeiling()));
                })
                .toList();
    }
}
