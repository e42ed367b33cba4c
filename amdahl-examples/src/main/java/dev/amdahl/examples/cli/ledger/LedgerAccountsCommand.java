package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.FleetRuns;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.ledger.view.TrackRecord;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Csv;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.fleet.FleetOptions;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ledger accounts}: budgets, costs, returns, and what bounds the verdicts. */
@Command(
        name = "accounts",
        description = "Show budgets, costs, savings and their return, and what limits the verdicts a day.",
        footer = "  amdahl ledger accounts --ledger ./amdahl --jobs jobs.yaml --fleet runs.csv")
final class LedgerAccountsCommand extends CliCommand {
    @Option(names = "--jobs", paramLabel = "FILE", description = "The jobs file, for prices and runs per week.")
    private @Nullable Path jobs;

    @Option(names = "--person-hour", paramLabel = "PRICE", description = "Price of an hour of people; default 0.")
    private double personHour;

    @Option(
            names = "--build-hour",
            paramLabel = "PRICE",
            description = "Price of an hour of building; without it the money leaves builds out.")
    private @Nullable Double buildHour;

    @Option(names = "--years", paramLabel = "N", description = "How long a saving counts; default ${DEFAULT-VALUE}.")
    private int years = 1;

    @Option(
            names = "--interest",
            paramLabel = "R",
            description = "Yearly discount rate of later savings, such as 0.08.")
    private double interest;

    @Option(names = "--availability", paramLabel = "A", description = "Share of the time an accelerator is usable.")
    private double availability = 1;

    @Mixin
    private Csv csv = new Csv();

    @Mixin
    private FleetOptions fleet = new FleetOptions();

    @Override
    public Answer answer() {
        String url = requireLedger();
        List<JobSpec> declared = JobsFile.declared(jobs);
        Passage passage = new Passage();
        LedgerReader.forEach(url, passage);
        LedgerView view = LedgerReader.view(url);
        Clock clock = Clock.systemUTC();
        Optional<FleetRuns> later =
                fleet.source(this::plugins, clock, seed()).map(source -> FleetRuns.read(view, source, clock.instant()));
        Accounts accounts = Accounts.of(view, declared, passage, rates(), later);
        ObjectNode json = AccountsJson.of(accounts);
        json.set("planted_wins", Outcomes.planted(view));
        add(json, view.totals());
        return csv.of(
                Answer.of(json, new AccountsText(accounts, currency(declared)).text() + text(view.totals())),
                "families");
    }

    private static Optional<String> currency(List<JobSpec> jobs) {
        List<String> all = jobs.stream()
                .flatMap(job -> job.price().stream())
                .map(Price::currency)
                .distinct()
                .toList();
        return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
    }

    private Rates rates() {
        try {
            return new Rates(
                    personHour,
                    buildHour == null ? OptionalDouble.empty() : OptionalDouble.of(buildHour),
                    years,
                    interest,
                    availability);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("the rates", String.valueOf(e.getMessage()), "correct them");
        }
    }

    private static void add(ObjectNode json, Totals totals) {
        ArrayNode refuters = json.putArray("refuters");
        byName(totals.refuters())
                .forEach((name, record) -> refuters.addObject()
                        .put("name", name)
                        .put("refutations", record.refutations())
                        .put("right_refutations", record.rightRefutations())
                        .put("silences", record.silences())
                        .put("right_silences", record.rightSilences()));
        ArrayNode sources = json.putArray("idea_sources");
        byName(totals.sources())
                .forEach((name, tally) -> sources.addObject()
                        .put("name", name)
                        .put("tested", tally.decided())
                        .put("won", tally.won()));
    }

    private static String text(Totals totals) {
        StringBuilder out = new StringBuilder();
        if (!totals.refuters().isEmpty()) {
            Table table = new Table("refuter", "refutations", "right", "silences", "right");
            byName(totals.refuters()).forEach((name, record) -> table.row(cells(name, record)));
            out.append('\n').append(table);
        }
        if (!totals.sources().isEmpty()) {
            Table table = new Table("source of ideas", "tested", "won");
            byName(totals.sources())
                    .forEach((name, tally) ->
                            table.row(name, Long.toString(tally.decided()), Long.toString(tally.won())));
            out.append('\n').append(table);
        }
        return out.toString();
    }

    private static String[] cells(String name, TrackRecord record) {
        return new String[] {
            name,
            Long.toString(record.refutations()),
            Long.toString(record.rightRefutations()),
            Long.toString(record.silences()),
            Long.toString(record.rightSilences())
        };
    }

    private static <T> Map<String, T> byName(Map<String, T> records) {
        return new TreeMap<>(records);
    }
}
