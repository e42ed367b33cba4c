package dev.amdahl.examples.cli.gpu;

import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Terminal;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.health.BurnIn;
import dev.amdahl.gpu.health.BurnInPlan;
import dev.amdahl.gpu.health.BurnInReport;
import dev.amdahl.gpu.health.CheckResult;
import dev.amdahl.gpu.health.Smi;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code burnin}: whether a device may be trusted with work. */
@Command(
        name = "burnin",
        description = {
            "Examine a device under load: memory, copies, exact matrix products, heat, errors.",
            "With --ledger it is compared with its kind, and no trial runs on a host that failed.",
            "Exit code 1 if it must not be used."
        },
        footer = "  amdahl burnin --backend cpu --seconds 10 --ledger ./amdahl")
public final class BurninCommand extends CliCommand {
    private static final String CPU = "cpu";
    private static final double MIN_SECONDS = .1;
    private static final double MAX_SECONDS = 86_400;
    private static final Duration GRACE = Duration.ofMinutes(2);
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    @Mixin
    private final BackendOption backend = new BackendOption();

    @Option(names = "--seconds", paramLabel = "N", description = "Of the soak; default ${DEFAULT-VALUE}.")
    private double seconds = 60;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "As the scheduler calls it; default the machine's name.")
    private @Nullable String host;

    @Option(
            names = "--device",
            paramLabel = "ID",
            description = "What the ledger calls it; default the first of CUDA_VISIBLE_DEVICES, else 0.")
    private @Nullable String device;

    @Override
    public Answer answer() throws IOException {
        if (!(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) {
            throw new InvalidInputException(
                    "--seconds", "was " + seconds, "give " + MIN_SECONDS + " to " + (int) MAX_SECONDS);
        }
        requireName("--host", host);
        requireName("--device", device);
        String url = ledger();
        Duration soak = Duration.ofMillis(Math.round(1000 * seconds));
        BurnInReport report =
                new BurnIn(open -> plan(open, soak), soak.plus(GRACE), Smi.find()).run(this::opened, this::tell);
        String place = host == null ? hostName() : host;
        if (url != null) {
            String id = device == null ? deviceId(report) : device;
            report = BurninRecord.compareAndKeep(report, place, id, url, this::tell);
        }
        return new BurninAnswer(place, report).answer();
    }

    /** What cannot be recorded is not begun; without a device, no ledger is made. */
    private ComputeBackend opened() {
        ComputeBackend open = backend.open();
        try {
            if (ledger() != null) {
                Ledger.open(ledger()).close();
            }
            return open;
        } catch (RuntimeException e) {
            open.close();
            throw e;
        }
    }

    private BurnInPlan plan(ComputeBackend open, Duration soak) {
        return open.name().equals(CPU)
                ? BurnInPlan.forProcessor(soak, seed())
                : BurnInPlan.forAccelerator(open.device(), soak, seed());
    }

    private void tell(CheckResult phase) {
        if (!Terminal.isWatched()) {
            return;
        }
        remarks()
                .printf(
                        Locale.ROOT,
                        "%s: %s after %.1f s%n",
                        phase.check(),
                        phase.outcome().name().toLowerCase(Locale.ROOT),
                        phase.seconds());
        remarks().flush();
    }

    private static void requireName(String option, @Nullable String name) {
        if (name != null && (name.isBlank() || name.contains("/"))) {
            throw new InvalidInputException(option, "was '" + name + "'", "give a name without a slash");
        }
    }

    private static String deviceId(BurnInReport report) {
        if (report.backend().equals(CPU)) {
            return CPU;
        }
        String first = System.getenv()
                .getOrDefault("CUDA_VISIBLE_DEVICES", "")
                .split(",", 2)[0]
                .strip();
        return first.isEmpty() ? "0" : first.replace('/', '_');
    }

    /** Returns the name that a trial on this machine records, {@code uname -n}. */
    static String hostName() throws IOException {
        return Files.isReadable(HOST_NAME)
                ? Files.readString(HOST_NAME).strip()
                : System.getenv().getOrDefault("HOSTNAME", "localhost");
    }
}
