package dev.amdahl.examples.cli.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.job.FleetRequests;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What jobs asked for against what they used, for programs and for people; no source may know it. Immutable. */
record RequestedUse(Optional<FleetRequests> told) {

    void addTo(ObjectNode json) {
        json.set(
                "requested",
                Json.array(
                        amounts(),
                        amount -> Json.object()
                                .put("what", amount.what())
                                .put("unit", amount.unit())
                                .put("asked", amount.asked())
                                .put("used", amount.used())
                                .put("jobs", amount.jobs())));
        json.set("unheld", Json.texts(told.map(FleetRequests::lines).orElse(List.of())));
    }

    private List<FleetRequests.Amount> amounts() {
        return told.map(FleetRequests::amounts).orElse(List.of());
    }

    String text() {
        StringBuilder out = new StringBuilder("\n");
        if (amounts().isEmpty()) {
            out.append("The source does not say what else jobs requested and used besides accelerators.\n");
        } else {
            Table table = new Table("requested", "asked", "used", "used of asked", "jobs");
            amounts()
                    .forEach(amount -> table.row(
                            amount.unit().equals("hours") ? "time limit, hours" : amount.unit(),
                            String.format(Locale.ROOT, "%.1f", amount.asked()),
                            String.format(Locale.ROOT, "%.1f", amount.used()),
                            amount.asked() > 0 ? Words.percent(amount.used() / amount.asked()) : Words.NONE,
                            Long.toString(amount.jobs())));
            out.append(table);
        }
        told.ifPresent(
                all -> all.lines().forEach(line -> out.append(Table.clean(line)).append('\n')));
        return out.toString();
    }
}
