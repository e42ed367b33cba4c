package dev.amdahl.examples.cli.doctor;

import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.run.WorkFolder;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code doctor}: what is here, what is missing, and what to do about it. */
@Command(
        name = "doctor",
        description = {
            "Look at everything that the other commands need: programs, plugins, sandbox, clocks, processors,"
                    + " accelerators.",
            "With --ledger also whether the ledger is whole. It changes nothing. Exit code 1 if something fails."
        },
        footer = {"  amdahl doctor", "  amdahl doctor --ledger ./amdahl --json"})
public final class DoctorCommand extends CliCommand {
    @Override
    public Answer answer() throws IOException {
        Clock clock = Clock.systemUTC();
        @Nullable String url = ledger();
        List<Check> checks = new ArrayList<>();
        try (WorkFolder work = WorkFolder.temporary()) {
            checks.addAll(Programs.checks(version(), work));
            checks.addAll(PluginChecks.checks(plugins().all()));
            checks.add(SandboxCheck.of(work.path()));
            checks.addAll(ClockChecks.checks(clock, work.path(), url));
            checks.addAll(Processors.checks());
            checks.addAll(Memory.checks(work.path()));
            checks.addAll(Accelerators.checks(work.path()));
            checks.add(ReviewChecks.keys(ReviewKeys.defaultFolder()));
            if (url != null) {
                checks.addAll(LedgerChecks.checks(url));
            }
        }
        return new Diagnosis(checks, url != null).answer();
    }
}
