package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.advice.ScopePolicy;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Load;
import dev.amdahl.examples.cli.common.Machine;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.run.LastRun;
import dev.amdahl.examples.cli.run.LoopRun;
import dev.amdahl.examples.cli.run.Progress;
import dev.amdahl.examples.cli.run.SchedulerChoice;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ab}: a rigorous paired comparison of any two commands, by the loop itself. */
@Command(
        name = "ab",
        description = "Compare two commands by paired runs; the answer stays valid however often it looks.",
        footer = {
            "  amdahl ab --baseline './train --workers 0' --variant './train --workers 4'",
            "  amdahl ab --baseline 'make -j1' --variant 'make -j4' --require win --markdown"
        })
public final class AbCommand extends CliCommand {
    @Option(names = "--baseline", required = true, paramLabel = "CMD", description = "Run by sh -c.")
    @SuppressWarnings("NullAway.Init")
    private String baseline;

    @Option(names = "--variant", required = true, paramLabel = "CMD", description = "Run by sh -c.")
    @SuppressWarnings("NullAway.Init")
    private String variant;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "Most pairs, half of them to confirm; default ${DEFAULT-VALUE}, at least "
                    + EvidencePolicy.FEWEST_PAIRS + ", as fewer can never show a difference.")
    private int pairs = 40;

    @Option(names = "--fixed-n", description = "Run all pairs and apply the classical test instead.")
    private boolean fixed;

    @Option(names = "--fresh", description = "Run each arm in an empty folder, not in this one.")
    private boolean fresh;

    @Option(
            names = "--output",
            paramLabel = "PATH",
            description = "A file that both must write alike, relative to the working directory; - is standard output.")
    private List<String> outputs = List.of();

    @Option(names = "--require", paramLabel = "win|no-regression", description = "Exit with 1 unless this holds.")
    private @Nullable String require;

    @Option(names = "--markdown", description = "Print the answer as Markdown, to paste into a review.")
    private boolean markdown;

    @Option(
            names = "--time-limit",
            paramLabel = "D",
            description = "When a run counts as hung; default ${DEFAULT-VALUE}.")
    private String timeLimit = "1h";

    @Option(
            names = "--accelerators",
            paramLabel = "N",
            description =
                    "GPUs of this machine that a run gets for itself, and that are sampled while it runs; default none.")
    private int accelerators;

    @Option(
            names = "--progress",
            description = "Say how many pairs have run, a line for each on standard error, also where nobody watches.")
    private boolean tellsPairs;

    @Override
    @SuppressWarnings("try")
    public Answer answer() throws Exception {
        Optional<AbRequirement> requirement = Optional.ofNullable(require).map(AbRequirement::of);
        Clock clock = Clock.systemUTC();
        LoopPolicy policy = policy();
        requireAccelerators();
        requireCommand("--baseline", baseline);
        requireCommand("--variant", variant);
        AbQuestion question = question();
        String url = Optional.ofNullable(ledger()).orElse("jdbc:h2:mem:ab");
        WorkFolder.removeOrphans();
        try (WorkFolder work = WorkFolder.of(url);
                Progress progress = new AbProgress(pairs, tellsPairs ? this::remark : line -> {})) {
            LoopRun.Setup setup = new LoopRun.Setup(
                    url,
                    true,
                    List.of(),
                    SchedulerChoice.OWNED,
                    policy,
                    Budget.UNLIMITED,
                    Optional.empty(),
                    work.path(),
                    seed());
            try (LoopRun run = LoopRun.open(setup, view -> List.of(job(family(question, view))), clock);
                    LastRun last = LastRun.of(run, work)) {
                Load.warning().ifPresent(this::remark);
                String family = run.jobs().get(0).family();
                run(run, family, progress);
                Dossier dossier = newest(run.view(), family)
                        .orElseThrow(() -> new IllegalStateException("the loop proposed no comparison"));
                AbResult result = fixed
                        ? FixedTest.of(run.view(), dossier, policy.evidence(), seed())
                        : AbResult.of(run.view(), dossier);
                int code = requirement.map(each -> each.isMet(result) ? 0 : 1).orElse(0);
                return new Answer(
                        result.json(), markdown ? markdown(result, run.view(), dossier) : result.text(), code);
            }
        }
    }

    private AbQuestion question() {
        List<String> words = new ArrayList<>(outputs);
        words.addAll(List.of("" + fresh, "" + fixed, "" + pairs, timeLimit));
        if (accelerators > 0) {
            words.add("" + accelerators);
        }
        return AbQuestion.of(here(), List.of(baseline, variant), words);
    }

    /** The name of this comparison, with a word on what the ledger holds of it already. */
    private String family(AbQuestion question, LedgerView view) {
        question.newest(view)
                .ifPresent(known -> remark(
                        AbQuestion.isOpen(known)
                                ? "going on with the comparison that was begun at " + known.proposedAt()
                                : "was " + known.state() + " when it was asked at " + known.proposedAt()
                                        + "; it is measured again"));
        return question.family(view);
    }

    private String markdown(AbResult result, LedgerView view, Dossier dossier) {
        return new AbMarkdown(result, ArmTimes.of(view, dossier), outputs, Machine.here(), version(), asTyped()).text();
    }

    private void run(LoopRun run, String family, Progress progress) throws InterruptedException {
        try {
            run.untilIdle(Integer.MAX_VALUE, report -> {
                progress.after(report);
                run.waiting(report.view()).ifPresent(this::remark);
                AbOutputs.require(report.view(), family);
                newest(report.view(), family)
                        .ifPresent(dossier -> AbResult.requireStarted(report.view(), dossier, baseline, variant));
            });
        } catch (InvalidInputException cannotStart) {
            run.cancel();
            throw cannotStart;
        }
    }

    private static Optional<Dossier> newest(LedgerView view, String family) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family))
                .reduce((earlier, later) -> later);
    }

    private JobSpec job(String family) {
        JobSpec.Builder job = JobSpec.builder(family, List.of("sh", "-c", baseline))
                .metric(MetricSpec.WALL_SECONDS)
                .timeLimit(Options.duration("--time-limit", timeLimit))
                .outputs(outputs.stream().map(this::output).toList())
                .contributions(List.of(new Contribution(
                        "the variant instead of the baseline",
                        new ConfigChange(List.of(
                                new LeverSetting("command", new LeverSetting.ShellCommand(), baseline, variant))),
                        List.of(Bottleneck.UNATTRIBUTED),
                        OptionalDouble.empty(),
                        Optional.empty())));
        if (!fresh) {
            job.directory(here());
        }
        if (accelerators > 0) {
            job.accelerators(new Accelerators("unknown", accelerators));
        }
        return job.build();
    }

    private void requireCommand(String option, String command) {
        if (command.isBlank()) {
            throw new InvalidInputException(option, "the command is empty", "give a command for sh -c");
        }
        if (ledger() != null && Redaction.isNeeded(command)) {
            throw new InvalidInputException(
                    option,
                    "the command holds what looks like a secret, and a ledger keeps commands: " + Redaction.of(command),
                    "let it come from the environment, which the command inherits, or leave --ledger out");
        }
    }

    private void requireAccelerators() {
        int here = LocalScheduler.accelerators();
        if (Options.atLeast("--accelerators", accelerators, 0) > here) {
            throw new InvalidInputException(
                    "--accelerators",
                    "was " + accelerators + ", and " + here + " may be used on this machine",
                    here == 0 ? "leave it out" : "give at most " + here + ", or name more in CUDA_VISIBLE_DEVICES");
        }
    }

    private OutputRule output(String path) {
        if (!path.equals("-")) {
            if (path.isBlank()) {
                throw new InvalidInputException(
                        "--output", "the path is empty", "name a file, or - for standard output");
            }
            if (Path.of(path).isAbsolute() || Path.of(path).normalize().startsWith("..")) {
                throw new InvalidInputException(
                        "--output", "'" + path + "' leaves the working directory", "give a path relative to it");
            }
            if (!fresh && Files.exists(here().resolve(path))) {
                throw new InvalidInputException(
                        here().resolve(path).toString(),
                        "the output exists before the first run",
                        "move it away, or use --fresh");
            }
        }
        return new OutputRule(path, new OutputRule.Exact());
    }

    private static Path here() {
        return Path.of("").toAbsolutePath();
    }

    private LoopPolicy policy() {
        if (!fixed && pairs < EvidencePolicy.FEWEST_PAIRS) {
            throw new InvalidInputException(
                    "--pairs",
                    "was " + pairs + ", and fewer than " + EvidencePolicy.FEWEST_PAIRS
                            + " can show no difference: a pair multiplies the evidence by 1.75 at most, and each half"
                            + " must come to 20",
                    "give at least " + EvidencePolicy.FEWEST_PAIRS + ", or --fixed-n for the classical test");
        }
        Options.atLeast("--pairs", pairs, 2);
        return LoopPolicy.DEFAULT.toBuilder()
                .evidence(fixed ? FixedTest.policy(pairs) : EvidencePolicy.DEFAULT.withPairs(pairs))
                .noiseTrials(outputs.isEmpty() ? 0 : 1)
                .evidenceRuns(0, LoopPolicy.DEFAULT.evidenceAge())
                .singleComparison(true)
                .errorControlledOnline(false)
                .confirmationPause(Duration.ofSeconds(2))
                .scope(new ScopePolicy(Map.of(), Set.of(), Set.of(), 0))
                .build();
    }

    /** What {@code --require} asks for. */
    enum AbRequirement {
        WIN,
        NO_REGRESSION;

        static AbRequirement of(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "win" -> WIN;
                case "no-regression" -> NO_REGRESSION;
                default ->
                    throw new InvalidInputException(
                            "--require", "unknown requirement '" + text + "'", "write win or no-regression");
            };
        }

        boolean isMet(AbResult result) {
            return switch (result.decision()) {
                case WIN -> true;
                case EQUIVALENT, NOT_SEEN, INCONCLUSIVE, INSUFFICIENT -> this == NO_REGRESSION;
                case LOSS, REFUTED, INVALID -> false;
            };
        }
    }
}
