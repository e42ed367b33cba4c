package dev.amdahl.examples.cli.gpu;

import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Terminal;
import dev.amdahl.examples.cli.run.PluginChoice;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.health.BurnIn;
import dev.amdahl.gpu.health.BurnInPlan;
import dev.amdahl.gpu.health.BurnInReport;
import dev.amdahl.gpu.health.CheckResult;
import dev.amdahl.gpu.health.DeclaredPeaks;
import dev.amdahl.gpu.health.HostBurnIn;
import dev.amdahl.gpu.health.HostPlan;
import dev.amdahl.gpu.health.HostReport;
import dev.amdahl.gpu.health.Smi;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code burnin}: whether a device may be trusted with work. */
@Command(
        name = "burnin",
        description = {
            "Examine a device under load: memory, copies, exact matrix products, heat, errors.",
            "With --all all devices of this host and their links, with --nodes a cluster.",
            "With --ledger it is compared with its kind, and no trial runs on a host that failed.",
            "Exit code 1 if it must not be used, or is sent back."
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

    @Option(names = "--seconds", paramLabel = "N", description = "How long to soak; default ${DEFAULT-VALUE}.")
    private double seconds = 60;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "The host's name at the scheduler; default the machine's name.")
    private @Nullable String host;

    @Option(
            names = "--device",
            paramLabel = "ID",
            description = "The device's name in the ledger; default the first of CUDA_VISIBLE_DEVICES, else 0.")
    private @Nullable String device;

    @Option(
            names = "--all",
            description = "All devices of this host at once, each in a process of its own, and their links.")
    private boolean all;

    @Option(
            names = "--expect",
            paramLabel = "N",
            description = "With --all: how many devices the host has; another number is a fault.")
    private @Nullable Integer expected;

    @Option(
            names = "--peak",
            paramLabel = "NAME=N",
            description =
                    "Declared TFLOP/s of fp64, fp32, tf32, fp16 or bf16, or GB/s of a link or the network, in place"
                            + " of the known ones; may be repeated.")
    private Map<String, Double> peaks = new TreeMap<>();

    @Mixin
    private final NodesOptions nodes = new NodesOptions();

    @Override
    public Answer answer() throws IOException {
        if (!(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) {
            throw new InvalidInputException(
                    "--seconds", "was " + seconds, "give " + MIN_SECONDS + " to " + (int) MAX_SECONDS);
        }
        requireName("--host", host);
        requireName("--device", device);
        DeclaredPeaks.checked("--peak", peaks);
        Duration soak = Duration.ofMillis(Math.round(1000 * seconds));
        if (nodes.isAsked()) {
            return cluster(soak);
        }
        if (all) {
            return host(soak);
        }
        String url = ledger();
        BurnInReport report =
                new BurnIn(open -> plan(open, soak), soak.plus(GRACE), Smi.find()).run(this::opened, this::tell);
        String place = host == null ? hostName() : host;
        if (url != null) {
            String id = device == null ? deviceId(report) : device;
            report = BurninRecord.compareAndKeep(report, place, id, url, this::tell);
        }
        return new BurninAnswer(place, report).answer();
    }

    private Answer host(Duration soak) throws IOException {
        OptionalInt count =
                expected == null ? OptionalInt.empty() : OptionalInt.of(Options.atLeast("--expect", expected, 1));
        HostPlan plan = new HostPlan(backend.name(), soak, soak.plus(GRACE), seed(), peaks, count);
        HostReport report = HostBurnIn.here(plan).run(this::tell);
        String place = host == null ? hostName() : host;
        String url = ledger();
        if (url != null) {
            List<HostReport.OfDevice> compared = new ArrayList<>();
            for (HostReport.OfDevice each : report.devices()) {
                compared.add(new HostReport.OfDevice(
                        each.id(),
                        BurninRecord.compareAndKeep(
                                each.report(), place, each.id(), url, phase -> tell("device " + each.id(), phase))));
            }
            report = new HostReport(report.backend(), compared, report.phases());
            BurninRecord.keepHost(report, place, url);
        }
        return new HostAnswer(place, report).answer();
    }

    private Answer cluster(Duration soak) throws IOException {
        PluginChoice choice = nodes.scheduler().choice();
        String url = ledger();
        // A node whose driver is gone must not be examined on its processor instead.
        String opens = nodes.perNode() > 0 ? backend.orIfAuto("jcuda") : backend.name();
        List<String> options = new ArrayList<>(List.of("--all", "--json", "--seconds", Double.toString(seconds)));
        options.addAll(List.of("--backend", opens, "--seed", Long.toString(seed())));
        peaks.forEach((name, value) -> options.addAll(List.of("--peak", name + "=" + value)));
        if (nodes.perNode() > 0) {
            options.addAll(List.of("--expect", Integer.toString(nodes.perNode())));
        }
        Clock clock = Clock.systemUTC();
        NodesRequest request = NodesRequest.of("burnin-" + Long.toString(clock.millis(), 36), nodes, options, soak);
        try (WorkFolder work = url == null ? WorkFolder.temporary() : WorkFolder.of(url)) {
            Path own = work.path().resolve(choice.name());
            Scheduler scheduler = choice.create(plugins(), SchedulerFactory.class, own, clock, seed());
            Path root = Path.of(choice.settings().getOrDefault("root", own.toString()));
            ClusterBurnin.Found found = new ClusterBurnin(scheduler, root.resolve("trials"), request, nodes, peaks)
                    .run(line -> {
                        if (Terminal.isWatched()) {
                            remark(line);
                        }
                    });
            if (url != null) {
                BurninRecord.keep(
                        found.nodes().stream()
                                .flatMap(node -> node.devices().stream())
                                .toList(),
                        List.of(found.verdict()),
                        url);
            }
            return new ClusterAnswer(found).answer();
        }
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
        tell("", phase);
    }

    private void tell(String place, CheckResult phase) {
        if (!Terminal.isWatched()) {
            return;
        }
        remarks()
                .printf(
                        Locale.ROOT,
                        "%s%s: %s after %.1f s%n",
                        place.isEmpty() ? "" : place + ", ",
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
