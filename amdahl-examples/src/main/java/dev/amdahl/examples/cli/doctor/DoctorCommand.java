package dev.amdahl.examples.cli.doctor;

import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.internal.workspace.Sandbox;
import dev.amdahl.core.internal.workspace.SandboxPolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
    private static final String AREA = "program";

    private static final int MIN_JAVA = 17;

    @Override
    public Answer answer() throws IOException {
        Clock clock = Clock.systemUTC();
        @Nullable String url = ledger();
        List<Check> checks = new ArrayList<>();
        try (WorkFolder work = WorkFolder.temporary()) {
            checks.addAll(checks(version(), work));
            checks.addAll(PluginChecks.checks(plugins().all()));
            checks.add(of(work.path()));
            checks.addAll(ClockChecks.checks(clock, work.path(), url));
            checks.addAll(Processors.checks());
            checks.addAll(Memory.checks(work.path()));
            checks.addAll(Accelerators.checks(work.path()));
            checks.add(keys(ReviewKeys.defaultFolder()));
            if (url != null) {
                checks.addAll(LedgerChecks.checks(url));
            }
        }
        return new Diagnosis(checks, url != null).answer();
    }

    /** Whether patches that nobody answers for can be built and run without harm: one is started. */
    private static Check of(Path scratch) {
        try {
            return Check.ok(
                    "sandbox",
                    "probe",
                    Sandbox.probed(scratch.resolve("sandbox"), SandboxPolicy.DEFAULT)
                            .enforced());
        } catch (AmdahlException none) {
            return Check.warn(
                    "sandbox",
                    "probe",
                    String.valueOf(none.getMessage()),
                    "until then models' patches are refused; changes of settings and people's patches still work");
        }
    }

    /** Whether answers of people can be signed here. */
    private static Check keys(Path folder) throws IOException {
        List<String> names = List.of();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                names = files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(ReviewKeys.SUFFIX))
                        .map(name -> name.substring(0, name.length() - ReviewKeys.SUFFIX.length()))
                        .sorted()
                        .toList();
            }
        }
        return names.isEmpty()
                ? Check.warn(
                        "review",
                        "keys",
                        "none in " + folder,
                        "to sign answers, run: amdahl review keygen --by NAME --ledger FILE-OR-URL")
                : Check.ok("review", "keys", String.join(", ", names));
    }

    private static List<Check> checks(String version, WorkFolder work) throws IOException {
        List<Check> checks = new ArrayList<>();
        checks.add(Check.ok(AREA, "amdahl", version));
        checks.add(java(Runtime.version().feature()));
        checks.add(program(work, List.of("git", "--version"), "changes of code cannot be built: install git"));
        checks.add(program(
                work, List.of("setsid", "--version"), "trials cannot be started on this machine: install util-linux"));
        checks.add(program(
                work, List.of("sha256sum", "--version"), "outputs of trials cannot be compared: install coreutils"));
        return checks;
    }

    private static Check java(int feature) {
        String found = System.getProperty("java.version", "?") + ", " + System.getProperty("java.vm.name", "?");
        return feature >= MIN_JAVA
                ? Check.ok(AREA, "java", found)
                : Check.fail(AREA, "java", found, "use Java " + MIN_JAVA + " or newer");
    }

    private static Check program(WorkFolder work, List<String> command, String remedy) throws IOException {
        String name = command.get(0);
        Optional<String> said = Probe.say(command, work.path());
        return said.map(text -> Check.ok(AREA, name, text.lines().findFirst().orElse("")))
                .orElseGet(
                        () -> Check.warn(AREA, name, Probe.has(name) ? "gives no version" : "not on the PATH", remedy));
    }
}
