package dev.amdahl.examples.cli.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.fleet.FleetUnion;
import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTotals;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a scan found, for programs and for people. Immutable. */
final class ScanAnswer {
    /** Where less of the estimate is the family's own, it is marked. */
    private static final double OWN = .9;

    private static final int BAR = 10;

    private final FleetSums fleet;
    private final List<FamilyWaste> families;
    private final Map<String, List<String>> clusters;
    private final String currency;
    private final String by;

    ScanAnswer(FleetUnion.Answer seen, List<FamilyWaste> families, String currency, String by) {
        this.fleet = seen.sums();
        this.clusters = List.of(by.split(",", -1)).contains("cluster") ? Map.of() : seen.clusters();
        this.families = families;
        this.currency = currency;
        this.by = by;
    }

    ObjectNode json() {
        FleetTotals totals = fleet.totals();
        ObjectNode json = Json.object().put("by", by).put("rows", totals.runs());
        json.set("families", Json.array(families, this::row));
        json.put("families_in_fleet", totals.families()).put("accelerator_hours", totals.heldHours());
        json.set("wasted_accelerator_hours", Json.number(measured(totals.wastedHours())));
        json.set("never_used_accelerator_hours", Json.number(measured(totals.untouchedHours())));
        json.set("queue_hours", Json.number(queueHours()));
        json.put("queue_known_rows", totals.queuedRuns());
        json.set("unknown_share", Json.number(unknown()));
        json.put("from", text(totals.first())).put("to", text(totals.last()));
        json.put("rejected_rows", fleet.rejected());
        json.set("rejects", Json.texts(fleet.rejects()));
        json.set("notes", Json.texts(fleet.notes()));
        return json;
    }

    private OptionalDouble measured(double hours) {
        return isMeasured() ? OptionalDouble.of(hours) : OptionalDouble.empty();
    }

    private static @Nullable String text(Optional<Instant> at) {
        return at.map(Instant::toString).orElse(null);
    }

    private OptionalDouble unknown() {
        FleetTotals totals = fleet.totals();
        return totals.heldHours() > 0
                ? OptionalDouble.of(Math.max(0, 1 - totals.measuredHours() / totals.heldHours()))
                : OptionalDouble.empty();
    }

    private ObjectNode row(FamilyWaste family) {
        ObjectNode row = Json.object()
                .put("family", family.family())
                .put("jobs", family.jobs())
                .put("accelerator_hours", family.acceleratorHours());
        if (!clusters.isEmpty()) {
            row.set("clusters", Json.texts(clustersOf(family)));
        }
        row.set("wasted_accelerator_hours", Json.number(wasted(family)));
        row.set("wasted_share", Json.number(family.wastedShare()));
        row.set("queue_hours", Json.number(family.queueHours()));
        row.put("queue_known_jobs", family.queuedJobs());
        row.put("unknown_share", family.unknownShare());
        row.set("cost", Json.number(family.cost()));
        row.set("estimated_wasted_accelerator_hours", Json.number(estimate(family)));
        return row.put("shrunk", isShrunk(family))
                .put("never_used_jobs", family.untouchedJobs())
                .put("never_used_accelerator_hours", family.untouchedHours());
    }

    private List<String> clustersOf(FamilyWaste family) {
        return clusters.getOrDefault(family.family(), List.of());
    }

    /** Returns what nobody measured is unknown and not 0. */
    private static OptionalDouble wasted(FamilyWaste family) {
        return family.wastedShare().isEmpty() && family.acceleratorHours() > 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(family.wastedAcceleratorHours());
    }

    private OptionalDouble estimate(FamilyWaste family) {
        return isMeasured() ? OptionalDouble.of(family.shrunkWastedHours()) : OptionalDouble.empty();
    }

    private boolean isMeasured() {
        return fleet.totals().measuredRuns() > 0;
    }

    private boolean isShrunk(FamilyWaste family) {
        return isMeasured() && family.ownWeight() < OWN;
    }

    String text() {
        StringBuilder out = new StringBuilder(table());
        String unused = unused();
        if (!unused.isEmpty()) {
            out.append("\nHeld and never seen to run anything (part of the waste above):\n")
                    .append(unused);
        }
        out.append('\n').append(Width.line("", summary()));
        out.append(Width.line("", "held, wasted, estimate: accelerator-hours; queue: wall hours"));
        FleetTotals totals = fleet.totals();
        if (totals.queuedRuns() < totals.runs()) {
            out.append(Width.line("", Words.queueKnown(totals.queuedRuns(), totals.runs(), "runs")));
        }
        String shrunk = families.stream()
                .filter(this::isShrunk)
                .map(FamilyWaste::family)
                .limit(5)
                .collect(Collectors.joining(", "));
        if (!shrunk.isEmpty()) {
            out.append(Width.line(
                    "~ ",
                    "the estimate leans on the whole fleet, since few runs were measured or they differ much: "
                            + Table.clean(shrunk)));
        }
        fleet.notes().forEach(note -> out.append(Width.line("note: ", Table.clean(note))));
        if (fleet.rejected() > 0) {
            out.append(Plurals.of(fleet.rejected(), "row")).append(" left out, such as\n");
            fleet.rejects().forEach(reject -> out.append(Width.line("  ", Table.clean(reject))));
        }
        return out.toString();
    }

    private String table() {
        Table table = new Table(placed(
                by,
                "cluster",
                "jobs",
                "held",
                "wasted",
                "wasted of the measured",
                "",
                "estimate",
                "unknown",
                "queue",
                currency.isEmpty() ? "cost" : "cost, " + currency));
        families.forEach(family -> table.row(placed(
                family.family(),
                String.join(" ", clustersOf(family)),
                Long.toString(family.jobs()),
                hours(family.acceleratorHours()),
                hours(wasted(family)),
                family.wastedShare().isPresent()
                        ? Words.percent(family.wastedShare().getAsDouble())
                        : Words.NONE,
                bar(family.wastedShare()),
                hours(estimate(family)) + (isShrunk(family) ? " ~" : ""),
                Words.percent(family.unknownShare()),
                Words.sum(hours(family.queueHours()), family.queuedJobs() == family.jobs()),
                Words.number("%.2f", family.wastedShare().isPresent() ? family.cost() : OptionalDouble.empty()))));
        return table.toString();
    }

    /** Returns the cells without the second, the cluster, where all runs were on one. */
    private String[] placed(String... cells) {
        return IntStream.range(0, cells.length)
                .filter(cell -> cell != 1 || !clusters.isEmpty())
                .mapToObj(cell -> cells[cell])
                .toArray(String[]::new);
    }

    private String unused() {
        List<FamilyWaste> some =
                families.stream().filter(family -> family.untouchedJobs() > 0).toList();
        if (some.isEmpty()) {
            return "";
        }
        Table table = new Table(by, "jobs", "held");
        some.forEach(family ->
                table.row(family.family(), Long.toString(family.untouchedJobs()), hours(family.untouchedHours())));
        return table.toString();
    }

    private String summary() {
        FleetTotals totals = fleet.totals();
        OptionalDouble unknown = unknown();
        return String.format(
                Locale.ROOT,
                "%d %s, %d %s%s; held %s accelerator-hours, %s wasted, %s of them never used; measured %s of the held; queue %s%s",
                totals.runs(),
                Plurals.noun(totals.runs(), "run"),
                totals.families(),
                by.equals("family")
                        ? Plurals.noun(totals.families(), "family")
                        : Plurals.noun(totals.families(), "group") + " by " + by,
                totals.families() > families.size() ? ", the first " + families.size() + " shown" : "",
                hours(totals.heldHours()),
                isMeasured() ? hours(totals.wastedHours()) : "an unknown part",
                isMeasured() ? hours(totals.untouchedHours()) : "unknown",
                unknown.isPresent() ? Words.percent(1 - unknown.getAsDouble()) : Words.NONE,
                queue(),
                totals.first().isPresent() && totals.last().isPresent()
                        ? "; from " + totals.first().get() + " to "
                                + totals.last().get()
                        : "");
    }

    private OptionalDouble queueHours() {
        FleetTotals totals = fleet.totals();
        return totals.queuedRuns() > 0 ? OptionalDouble.of(totals.queueHours()) : OptionalDouble.empty();
    }

    private String queue() {
        return queueHours().isPresent() ? hours(queueHours()) + " hours" : "not measured";
    }

    private static String hours(double hours) {
        return Words.number(hours >= 1e5 ? "%.0f" : "%.1f", hours);
    }

    private static String hours(OptionalDouble hours) {
        return hours.isPresent() ? hours(hours.getAsDouble()) : Words.NONE;
    }

    private static String bar(OptionalDouble share) {
        if (share.isEmpty()) {
            return "";
        }
        int full = (int) Math.round(BAR * Math.max(0, Math.min(1, share.getAsDouble())));
        return "#".repeat(full) + ".".repeat(BAR - full);
    }
}
