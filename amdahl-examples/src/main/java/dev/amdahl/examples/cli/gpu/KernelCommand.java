package dev.amdahl.examples.cli.gpu;

import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.core.internal.refine.RefineLimits;
import dev.amdahl.core.internal.refine.Refinement;
import dev.amdahl.core.internal.refine.RefinementResult;
import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.run.ModelOption;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.gpu.health.ConditionsWatch;
import dev.amdahl.gpu.health.Smi;
import dev.amdahl.gpu.kernel.HostLauncher;
import dev.amdahl.gpu.kernel.KernelBench;
import dev.amdahl.gpu.kernel.KernelTask;
import dev.amdahl.gpu.kernel.KernelTasks;
import dev.amdahl.gpu.kernel.KernelTemplate;
import dev.amdahl.gpu.kernel.KernelVerifier;
import dev.amdahl.gpu.kernel.ParametricProposer;
import dev.amdahl.gpu.kernel.ScriptedProposer;
import dev.amdahl.gpu.kernel.VerificationSettings;
import dev.amdahl.gpu.kernel.device.KernelDevice;
import dev.amdahl.gpu.kernel.device.KernelDevices;
import dev.amdahl.llm.refine.ModelProposer;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Proposer;
import dev.amdahl.spi.refine.Recorder;
import dev.amdahl.spi.refine.Verifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kernel TASK}: looks for a faster kernel, and believes none that is not right on inputs it has not seen. */
@Command(
        name = "kernel",
        description = {
            "Make a CUDA kernel faster: propose, verify, measure by interleaved pairs against the baseline, refine.",
            "TASK is sgemm, softmax, layernorm, rowsum, attention, transpose, gather, or all of them",
            "(all); or a task of KernelBench by its name there, or level1, or level2."
        },
        footer = "  amdahl kernel softmax --backend emulated --quick")
public final class KernelCommand extends CliCommand {
    private static final String ALL = "all";

    @Parameters(paramLabel = "TASK", arity = "0..1", description = "What to make faster.")
    private String task = "";

    @Option(names = "--list", description = "Say which tasks there are, and nothing else.")
    private boolean isList;

    @Option(
            names = "--backend",
            paramLabel = "auto|emulated|jcuda",
            description = "Where: a device, or CUDA C++ emulated on one processor core; default ${DEFAULT-VALUE}.")
    private String backend = "auto";

    @Option(names = "--seconds", paramLabel = "N", description = "Maximum time for a task; default ${DEFAULT-VALUE}.")
    private int seconds = 60;

    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "Maximum number of candidates for a task; default ${DEFAULT-VALUE}.")
    private int attempts = 12;

    @Option(names = "--quick", description = "Fewer hidden inputs and pairs: enough for large differences.")
    private boolean quick;

    @Option(
            names = "--candidate",
            paramLabel = "FILE",
            description = "Judge this source instead of the templates; may be repeated.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private final ModelOption models = new ModelOption();

    @Mixin
    private final KernelOffer offer = new KernelOffer();

    @Override
    public Answer answer() throws IOException {
        if (isList) {
            return KernelAnswer.listed();
        }
        Options.atLeast("--seconds", seconds, 1);
        Options.atLeast("--attempts", attempts, 1);
        List<KernelTask> tasks = tasks();
        List<Candidate> script = script();
        boolean isModelled = models.file().isPresent();
        if (!script.isEmpty() && isModelled) {
            throw new InvalidInputException(
                    "kernel", "both --candidate and --models say who proposes", "give one of them");
        }
        Optional<KernelOffer.Target> target = offer.target(ledger(), tasks);
        List<KernelAnswer.Searched> searched = new ArrayList<>();
        try (KernelDevice device = KernelDevices.open(backend, CandidateSandbox.BUBBLEWRAP);
                ConditionsWatch conditions =
                        ConditionsWatch.start(device.isAccelerated() ? Smi.find() : Optional.empty())) {
            for (KernelTask each : tasks) {
                KernelTask sized = device.isAccelerated() ? KernelTasks.onAccelerator(each) : each;
                Proposer proposer = script.isEmpty()
                        ? new ParametricProposer(KernelTemplate.of(each))
                        : new ScriptedProposer(script);
                searched.add(searched(sized, device, proposer, conditions));
            }
            Optional<KernelOffer.Offered> offered = target.flatMap(job -> offered(job, device, searched.get(0)));
            return new KernelAnswer(device.name(), device.description(), searched, target.isPresent(), offered)
                    .answer();
        }
    }

    private List<KernelTask> tasks() {
        if (task.equals("level1") || task.equals("level2")) {
            return KernelBench.tasks().stream()
                    .filter(each -> task.equals("level" + each.level()))
                    .toList();
        }
        return task.equals(ALL) ? KernelTasks.all() : List.of(KernelTasks.named(task));
    }

    /** Only what was found again to be faster. */
    private Optional<KernelOffer.Offered> offered(
            KernelOffer.Target target, KernelDevice device, KernelAnswer.Searched searched) {
        RefinementResult refined = searched.refined();
        if (refined.winner()
                .filter(winner -> !HostLauncher.takes(winner.candidate().source()))
                .isPresent()) {
            remark("the winner is in Triton, and jobs compile CUDA C++: it is not offered");
            return Optional.empty();
        }
        return refined.winner()
                .flatMap(winner -> searched.result()
                        .speedup()
                        .map(shown -> target.offer(searched.task(), device.name(), winner.candidate(), shown)));
    }

    private List<Candidate> script() throws IOException {
        List<Candidate> script = new ArrayList<>();
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw new InvalidInputException("--candidate " + file, "there is no such file", "name a .cu file");
            }
            script.add(new Candidate(String.valueOf(file.getFileName()), "", Files.readString(file), "from a file"));
        }
        return script;
    }

    /** By a model where one is named and can be asked, else by what is at hand. */
    private KernelAnswer.Searched searched(
            KernelTask sized, KernelDevice device, Proposer atHand, ConditionsWatch conditions) throws IOException {
        String name = "kernel " + sized + " " + device.name() + " " + sized.timed();
        Duration time = Duration.ofSeconds(seconds);
        CallPolicy calls = new CallPolicy(CallPolicy.DEFAULT.each(), time, CallPolicy.DEFAULT.tokensPerHypothesis());
        Recorder recorder = Recording.of(ledger(), name);
        SecureRandom seeds = new SecureRandom();
        // Inputs are drawn from what nobody knows in advance, whatever the seed of the command line.
        KernelVerifier verifier = new KernelVerifier(
                sized,
                device,
                quick ? VerificationSettings.QUICK : VerificationSettings.DEFAULT,
                PairedTimes::speedup,
                seeds::nextLong,
                conditions::begin);
        Verifier watched = device.isAccelerated()
                ? new WatchedVerifier(verifier, counters(), WatchedVerifier::installed, this::remark)
                : verifier;
        RefinementResult refined = models.ask(
                        this::plugins,
                        Optional.ofNullable(ledger()),
                        calls,
                        seed(),
                        this::remark,
                        asked -> search(sized, modelled(sized, device, asked), watched, recorder))
                .orElseGet(() -> search(sized, atHand, watched, recorder));
        return new KernelAnswer.Searched(sized, refined, verifier::blocks);
    }

    private static Proposer modelled(KernelTask sized, KernelDevice device, ModelOption.Asked asked) {
        return new ModelProposer(
                asked.gateway(),
                asked.book(),
                "kernel " + sized,
                KernelVerifier.statement(sized, device) + "\nIt is timed at " + sized.timed() + " on "
                        + device.description() + ".",
                sized.baseline(),
                CallPolicy.DEFAULT.each());
    }

    private RefinementResult search(KernelTask sized, Proposer proposer, Verifier verifier, Recorder recorder) {
        try (Bar bar = Bar.of(sized + " candidates", attempts)) {
            bar.note("at most");
            return new Refinement(proposer, verifier, new CountedRecorder(recorder, bar), Clock.systemUTC())
                    .run(RefineLimits.of(attempts, Duration.ofSeconds(seconds)));
        }
    }

    /** The reader of tables of ncu. */
    private Profiler counters() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        PluginSettings settings = new PluginSettings(Clock.systemUTC(), new SplittableRandom(seed()), folder, Map.of());
        return plugins().create(ProfilerFactory.class, "ncu", settings);
    }
}
