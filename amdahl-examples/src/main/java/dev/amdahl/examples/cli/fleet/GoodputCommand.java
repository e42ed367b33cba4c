package dev.amdahl.examples.cli.fleet;

import dev.amdahl.core.internal.capacity.AcceptanceAccount;
import dev.amdahl.core.internal.capacity.CapacityAccount;
import dev.amdahl.core.internal.capacity.CoLocation;
import dev.amdahl.core.internal.capacity.CoLocationAdvisor;
import dev.amdahl.core.internal.capacity.FleetAccount;
import dev.amdahl.core.internal.capacity.RestartLog;
import dev.amdahl.core.internal.capacity.WarmStandby;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.FleetJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput --fleet WHERE}: what the allocated accelerator-hours came to. */
@Command(
        name = "goodput",
        description =
                "Account for the accelerator-hours of a fleet: productive, lost, overhead, restart, idle, unknown.",
        footer = "  amdahl goodput --fleet runs.csv --log restarts.jsonl --ledger ./amdahl")
public final class GoodputCommand extends CliCommand {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final double SECONDS_PER_HOUR = 3600;

    @Mixin
    private FleetOptions fleet = new FleetOptions();

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "What jobs logged: started, stepping, checkpoint, failed, finished, as JSON lines.")
    private @Nullable Path log;

    @Option(names = "--top", paramLabel = "N", description = "Families and jobs to show; default ${DEFAULT-VALUE}.")
    private int top = 20;

    @Option(names = "--standby", paramLabel = "N", description = "Say whether N accelerators kept ready would pay.")
    private @Nullable Integer standby;

    @Option(
            names = "--repair",
            paramLabel = "TIME",
            description = "With --standby: from a failure until a job runs again; default ${DEFAULT-VALUE}.")
    private String repair = "4h";

    @Option(
            names = "--swap",
            paramLabel = "TIME",
            description = "With --standby: the same with a spare; default ${DEFAULT-VALUE}.")
    private String swap = "10m";

    @Override
    public Answer answer() {
        Options.atLeast("--top", top, 1);
        RestartLog logged = logged();
        if (!fleet.isGiven()) {
            throw new InvalidInputException("goodput", "no fleet is named", "add --fleet FILE, jdbc:URL or PLUGIN");
        }
        FleetAccount account = Bar.during("reading runs", () -> account(logged));
        Optional<LedgerView> view = Optional.ofNullable(ledger()).map(LedgerReader::view);
        Map<String, Diagnosis> diagnoses = view.map(GoodputCommand::diagnoses).orElse(Map.of());
        Map<String, Double> hours = new HashMap<>();
        account.families()
                .forEach(family -> hours.put(family.family(), family.time().allocatedHours()));
        List<CoLocation> pairs = CoLocationAdvisor.candidates(diagnoses.values(), hours);
        GoodputReport report = new GoodputReport(
                account,
                CapacityAccount.of(account, diagnoses),
                pairs.subList(0, Math.min(top, pairs.size())),
                spares(account),
                view.map(AcceptanceAccount::of),
                top);
        return Answer.of(GoodputJson.of(report), GoodputText.of(report));
    }

    private RestartLog logged() {
        if (log == null) {
            return RestartLog.NONE;
        }
        if (!Files.isReadable(log) || Files.isDirectory(log)) {
            throw new InvalidInputException(log.toString(), "no readable file", "name a file of JSON lines");
        }
        return RestartLog.read(log);
    }

    private FleetAccount account(RestartLog logged) {
        Clock clock = Clock.systemUTC();
        Instant now = clock.instant();
        try (Stream<FleetJob> runs = fleet.all(this::plugins, clock, seed()).jobs(Instant.EPOCH, FAR)) {
            return FleetAccount.of(runs, logged, now);
        }
    }

    private static Map<String, Diagnosis> diagnoses(LedgerView view) {
        Map<String, Diagnosis> diagnoses = new HashMap<>();
        for (Family family : view.families()) {
            family.diagnosis().ifPresent(diagnosis -> diagnoses.put(family.name(), diagnosis));
        }
        return diagnoses;
    }

    private Optional<WarmStandby> spares(FleetAccount account) {
        if (standby == null) {
            return Optional.empty();
        }
        Options.atLeast("--standby", standby, 1);
        if (account.hoursBetweenFailures().isEmpty()) {
            throw new InvalidInputException(
                    "--standby", "no failure was logged, so no rate is known", "give a --log with failed runs");
        }
        Duration repairTime = Options.duration("--repair", repair);
        Duration swapTime = Options.duration("--swap", swap);
        if (swapTime.compareTo(repairTime) > 0) {
            throw new InvalidInputException("--swap", swap + " is longer than --repair " + repair, "swap them");
        }
        return Optional.of(new WarmStandby(
                1 / account.hoursBetweenFailures().getAsDouble(),
                repairTime.toSeconds() / SECONDS_PER_HOUR,
                swapTime.toSeconds() / SECONDS_PER_HOUR,
                standby));
    }
}
