package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.run.PluginChoice;
import dev.amdahl.examples.cli.run.SchedulerOptions;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ledger cancel ID}: a person gives a hypothesis up. */
@Command(
        name = "cancel",
        description = "Give up a hypothesis that has not ended, and stop its runs.",
        footer = "  amdahl ledger cancel 0198c2 --reason 'the job is retired' --ledger ./amdahl")
final class LedgerCancelCommand extends SteeringCommand {
    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
    private String reason = "";

    @Mixin
    private final SchedulerOptions options = new SchedulerOptions();

    @Option(
            names = "--jobs",
            paramLabel = "FILE",
            description =
                    "The jobs file; with it a stopped run is booked by its time, else by all that was set aside for it.")
    private @Nullable Path jobs;

    private Path folder = Path.of("");
    private List<JobSpec> declared = List.of();
    private Scheduler scheduler = new NoScheduler();
    private List<String> stopped = List.of();

    @Override
    public Answer answer() throws Exception {
        requireReason();
        declared = JobsFile.declared(jobs);
        try (WorkFolder work = WorkFolder.of(requireLedger())) {
            folder = work.path();
            return super.answer();
        }
    }

    private void requireReason() {
        if (reason.isBlank()) {
            throw new InvalidInputException("--reason", "is empty", "say why");
        }
        int most = Dossier.Steering.MAX_CHARACTERS;
        if (reason.length() > most) {
            throw new InvalidInputException(
                    "--reason", "has " + reason.length() + " characters", "use at most " + most);
        }
    }

    /** A scheduler is needed only where something runs, and then the one that has it. */
    @Override
    void prepare(LedgerView view, Dossier dossier) throws IOException {
        List<Run> running = running(view, dossier.id());
        if (running.isEmpty()) {
            return;
        }
        PluginChoice choice = options.choice();
        scheduler = choice.create(
                plugins(), SchedulerFactory.class, folder.resolve(choice.name()), Clock.systemUTC(), seed());
        for (Run run : running) {
            run.plan()
                    .scheduler()
                    .filter(name -> !name.equals(scheduler.name()))
                    .ifPresent(name -> {
                        throw new InvalidInputException(
                                "run " + run.plan().key(),
                                "is at the scheduler " + name + ", not at " + scheduler.name(),
                                "add --scheduler " + name
                                        + " with the settings that its loop has; nothing was changed");
                    });
        }
    }

    private static List<Run> running(LedgerView view, String hypothesis) {
        return view.inFlight().stream()
                .filter(run -> run.plan().hypothesis().equals(hypothesis))
                .toList();
    }

    @Override
    CycleReport steer(Ledger ledger, String hypothesis, String who) {
        stopped = running(ledger.view(), hypothesis).stream()
                .map(run -> run.plan().key())
                .toList();
        AmdahlLoop loop = AmdahlLoop.builder(ledger)
                .jobs(declared)
                .scheduler(scheduler)
                .directory(folder)
                .build();
        return loop.cancel(hypothesis, who, reason);
    }

    @Override
    String said(Dossier dossier) {
        return dossier.id() + " is " + dossier.state() + ", " + dossier.reason() + "; "
                + Plurals.of(stopped.size(), "run") + " stopped";
    }

    @Override
    void add(ObjectNode json) {
        json.set("stopped_runs", Json.texts(stopped));
    }
}
