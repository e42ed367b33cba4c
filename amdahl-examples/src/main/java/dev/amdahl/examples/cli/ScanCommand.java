package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.roi.FamilyWaste;
import dev.amdahl.core.roi.WasteRanking;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.FleetJob;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code scan --fleet FILE}: which families waste the most accelerator-hours. */
@Command(name = "scan", description = "Rank the recurring jobs of a fleet by the accelerator-hours they waste.")
final class ScanCommand extends CliCommand {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

    @Option(names = "--fleet", required = true, paramLabel = "FILE", description = "Runs, as .csv or .jsonl.")
    @SuppressWarnings("NullAway.Init")
    private Path fleet;

    @Option(names = "--top", paramLabel = "N", description = "Families to show; default ${DEFAULT-VALUE}.")
    private int top = 20;

    @Option(names = "--price", paramLabel = "P", description = "Price of an accelerator-hour, for the cost.")
    private @Nullable Double price;

    @Option(names = "--currency", paramLabel = "ISO", description = "Its currency; default ${DEFAULT-VALUE}.")
    private String currency = "USD";

    @Override
    Answer answer() {
        Options.atLeast("--top", top, 1);
        if (price != null && !(price >= 0)) {
            throw new InvalidInputException("--price", "was " + price, "give a number of at least 0");
        }
        Price known = price == null ? null : new Price(price, currency);
        AtomicLong rows = new AtomicLong();
        List<FamilyWaste> families;
        try (Stream<FleetJob> jobs = Options.fleet(fleet).jobs(Instant.EPOCH, FAR)) {
            families = WasteRanking.of(
                    jobs.peek(job -> rows.incrementAndGet()), Clock.systemUTC().instant(), family -> known);
        }
        List<FamilyWaste> shown = families.subList(0, Math.min(top, families.size()));
        ObjectNode json = Json.object().put("rows", rows.get());
        json.set("families", Json.array(shown, ScanCommand::row));
        return Answer.of(json, table(shown) + "\n" + rows + " runs, " + families.size() + " families");
    }

    private static ObjectNode row(FamilyWaste family) {
        ObjectNode row = Json.object()
                .put("family", family.family())
                .put("jobs", family.jobs())
                .put("accelerator_hours", family.acceleratorHours())
                .put("wasted_accelerator_hours", family.wastedAcceleratorHours());
        row.set("wasted_share", Json.number(family.wastedShare()));
        row.put("queue_hours", family.queueHours());
        row.put("unknown_share", family.unknownShare());
        row.set("cost", Json.number(family.cost()));
        return row;
    }

    private static Table table(List<FamilyWaste> families) {
        Table table = new Table("family", "jobs", "hours", "wasted hours", "wasted", "queue hours", "unknown", "cost");
        families.forEach(family -> table.row(
                family.family(),
                Integer.toString(family.jobs()),
                Words.number("%.1f", family.acceleratorHours()),
                Words.number("%.1f", family.wastedAcceleratorHours()),
                family.wastedShare().isPresent()
                        ? Words.percent(family.wastedShare().getAsDouble())
                        : Words.NONE,
                Words.number("%.1f", family.queueHours()),
                Words.percent(family.unknownShare()),
                Words.number("%.2f", family.cost())));
        return table;
    }
}
