package dev.amdahl.examples.cli.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.fleet.FleetUnion;
import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.core.internal.roi.WasteRanking;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Csv;
import dev.amdahl.examples.cli.common.ExitCode;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Price;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code scan --fleet WHERE}: which families waste the most accelerator-hours. */
@Command(
        name = "scan",
        description = "Rank the recurring jobs of a fleet by the accelerator-hours they waste.",
        footer = "  amdahl scan runs.csv --top 10 --price 2.5")
public final class ScanCommand extends CliCommand {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

    @Parameters(paramLabel = "FILE", arity = "0..*", description = "The same as --fleet FILE.")
    private List<String> files = List.of();

    @Mixin
    private FleetOptions fleet = new FleetOptions();

    @Mixin
    private Csv csv = new Csv();

    @Option(names = "--top", paramLabel = "N", description = "Families to show; default ${DEFAULT-VALUE}.")
    private int top = 20;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description =
                    "Add up by user, account, partition, node, cluster, or another label of the runs, or by several with commas between; default family.")
    private String by = "family";

    @Option(
            names = "--requested",
            description =
                    "Also show what jobs with accelerators requested and used of processors, memory and time, and which"
                            + " accelerators nobody held, if the source knows.")
    private boolean isRequested;

    @Option(names = "--price", paramLabel = "P", description = "Price of an accelerator-hour, for the cost.")
    private @Nullable Double price;

    @Option(names = "--currency", paramLabel = "ISO", description = "Its currency; default ${DEFAULT-VALUE}.")
    private String currency = "USD";

    @Option(
            names = "--days",
            paramLabel = "N",
            description =
                    "Only runs of the last N days, before --to if that is given; default all of a file or table, 28 of"
                            + " a plugin.")
    private @Nullable Integer days;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only runs that had not ended by then: an instant or a date.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Only runs that were submitted before.")
    private @Nullable String to;

    @Option(names = "--as-of", paramLabel = "TIME", description = "Until when unfinished runs count; default now.")
    private @Nullable String asOf;

    @Option(
            names = "--changed-at",
            paramLabel = "TIME",
            description =
                    "Also compare the runs of each family before and after that time; no verdict, because nothing was"
                            + " randomized.")
    private @Nullable String changedAt;

    @Override
    public Answer answer() {
        Options.atLeast("--top", top, 1);
        if (price != null && !(price >= 0)) {
            throw new InvalidInputException("--price", "was " + price, "give a number of at least 0");
        }
        fleet.alsoFiles(files);
        if (!fleet.isGiven()) {
            throw new InvalidInputException(
                    "scan", "no fleet is named", "name a FILE, or add --fleet jdbc:URL or --fleet PLUGIN");
        }
        Clock clock = Clock.systemUTC();
        Instant now = clock.instant();
        boolean isAll = days == null && from == null;
        Instant end = to != null ? time("--to", to) : isAll ? FAR : now;
        FleetUnion union = isAll ? fleet.all(this::plugins, clock, seed()) : fleet.union(this::plugins, clock, seed());
        if (changedAt != null && !by.equals("family")) {
            throw new InvalidInputException("--by", "--changed-at compares families", "leave out one of them");
        }
        Instant until = asOf == null ? now : time("--as-of", asOf);
        FleetUnion.Answer seen = Bar.during("reading runs", () -> union.by(by).ask(start(end), end, until, top));
        Price known = price == null ? null : new Price(price, currency);
        List<FamilyWaste> families = WasteRanking.of(seen.sums(), family -> known);
        ScanAnswer answer = new ScanAnswer(seen, families, price == null ? "" : currency, by);
        ObjectNode json = answer.json();
        String text = answer.text();
        if (changedAt != null) {
            ChangedRuns changed = changed(union, end, families, time("--changed-at", changedAt));
            json.set("before_after", changed.json());
            text += changed.text();
        }
        if (isRequested) {
            RequestedUse requested = new RequestedUse(union.requests(start(end), end));
            requested.addTo(json);
            text += requested.text();
        }
        return csv.of(new Answer(json, text, code(seen.failures())), "families");
    }

    private ChangedRuns changed(FleetUnion union, Instant end, List<FamilyWaste> families, Instant at) {
        List<String> shown = families.stream().map(FamilyWaste::family).toList();
        return new ChangedRuns(union.beforeAndAfter(start(end), end, at, shown));
    }

    private Instant start(Instant end) {
        if (days != null && from != null) {
            throw new InvalidInputException("--days", "--from is given too", "give one of them");
        }
        return from != null
                ? time("--from", from)
                : days == null ? Instant.EPOCH : end.minus(Duration.ofDays(Options.atLeast("--days", days, 1)));
    }

    /** What was asked for and could not be given is no success, though the rest is shown. */
    private static int code(List<AmdahlException> failures) {
        if (failures.isEmpty()) {
            return ExitCode.DONE.code();
        }
        boolean isAway = failures.stream().anyMatch(failure -> failure.category() != ErrorCategory.USER);
        return (isAway ? ExitCode.UNAVAILABLE : ExitCode.WRONG_INPUT).code();
    }

    private static Instant time(String option, String text) {
        try {
            return text.length() == 10
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidInputException(
                    option, "'" + text + "' is not a time", "write 2026-01-31 or 2026-01-31T12:00:00Z", e);
        }
    }
}
