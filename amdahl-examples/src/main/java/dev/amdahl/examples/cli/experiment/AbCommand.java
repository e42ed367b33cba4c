package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.PairedComparison;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Load;
import dev.amdahl.examples.cli.common.Machine;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.run.LastRun;
import dev.amdahl.examples.cli.run.PluginChoice;
import dev.amdahl.examples.cli.run.Progress;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.ResamplerFactory;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
    /** Names of options that a comparison uses without the dashes. */
    private static final Set<String> OPTIONS = Set.of("baseline", "variant", "pairs", "output");

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
                    + EvidencePolicy.MIN_PAIRS + ", as fewer can never show a difference.")
    private int pairs = 40;

    @Option(names = "--fixed-n", description = "Run all pairs and apply the classical test instead.")
    private boolean fixed;

    @Option(
            names = "--resampler",
            paramLabel = "NAME",
            description =
                    "With --fixed-n: the plugin that counts sign flips, as NAME or NAME:SETTING=VALUE,...; default"
                            + " none.")
    private @Nullable String resampler;

    @Option(names = "--fresh", description = "Run each arm in an empty folder, not in this one.")
    private boolean fresh;

    @Option(
            names = "--output",
            paramLabel = "PATH",
            description =
                    "A file that both must write alike, relative to the working directory; - for standard output.")
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
            description = "GPUs of this machine that a run gets for itself, and that are sampled while it runs; default"
                    + " none.")
    private int accelerators;

    @Option(
            names = "--progress",
            description = "Say how many pairs have run, in a line for each on standard error, also without a terminal.")
    private boolean tellsPairs;

    @Override
    @SuppressWarnings("try")
    public Answer answer() throws Exception {
        Optional<AbRequirement> requirement = Optional.ofNullable(require).map(AbRequirement::of);
        requireCommand("--baseline", baseline);
        requireCommand("--variant", variant);
        requireAccelerators();
        Clock clock = Clock.systemUTC();
        String url = Optional.ofNullable(ledger()).orElse("jdbc:h2:mem:ab");
        WorkFolder.removeOrphans();
        try (WorkFolder work = WorkFolder.of(url);
                Progress progress = new AbProgress(pairs, tellsPairs ? this::remark : line -> {})) {
            PairedComparison comparison = comparison(progress).clock(clock).workFolder(work.path());
            resampler(work, clock).ifPresent(comparison::resampler);
            try (LastRun last = LastRun.of(comparison::cancel, work)) {
                ComparisonResult found = comparison.run(scheduler(work, clock));
                AbResult result = new AbResult(found);
                int code = requirement.map(each -> each.isMet(found) ? 0 : 1).orElse(0);
                return new Answer(result.json(), markdown ? markdown(result) : result.text(), code);
            }
        } catch (InvalidInputException e) {
            throw OPTIONS.contains(e.place().split(" ", 2)[0])
                    ? new InvalidInputException(
                            "--" + e.place(), e.problem(), e.remedy().replace("fixed()", "--fixed-n"))
                    : e;
        }
    }

    private PairedComparison comparison(Progress progress) {
        List<String> load = new ArrayList<>(Load.warning().stream().toList());
        PairedComparison comparison = PairedComparison.of(baseline, variant)
                .pairs(pairs)
                .timeLimit(Options.duration("--time-limit", timeLimit))
                .seed(seed())
                .after(report -> {
                    load.forEach(this::remark);
                    load.clear();
                    progress.after(report);
                })
                .remarks(this::remark);
        outputs.forEach(comparison::output);
        if (fixed) {
            comparison.fixed();
        }
        if (fresh) {
            comparison.fresh();
        }
        if (accelerators > 0) {
            comparison.accelerators(new Accelerators("unknown", accelerators));
        }
        Optional.ofNullable(ledger()).ifPresent(comparison::ledger);
        return comparison;
    }

    private Optional<Resampler> resampler(WorkFolder work, Clock clock) throws IOException {
        if (resampler == null) {
            return Optional.empty();
        }
        if (!fixed) {
            throw new InvalidInputException(
                    "--resampler", "counts for the test of --fixed-n alone", "add --fixed-n, or leave it out");
        }
        PluginChoice chosen = PluginChoice.of("--resampler", resampler);
        return Optional.of(
                chosen.create(plugins(), ResamplerFactory.class, work.path().resolve("resampler"), clock, seed()));
    }

    /** Its trials end between their arms once this process is dead. */
    private Scheduler scheduler(WorkFolder work, Clock clock) throws IOException {
        PluginChoice owned = PluginChoice.OWNED;
        return owned.create(plugins(), SchedulerFactory.class, work.path().resolve(owned.name()), clock, seed());
    }

    private String markdown(AbResult result) {
        return new AbMarkdown(result, outputs, Machine.here(), version(), asTyped()).text();
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

        boolean isMet(ComparisonResult result) {
            return switch (result.decision()) {
                case WIN -> true;
                case EQUIVALENT, NOT_SEEN, INCONCLUSIVE, INSUFFICIENT -> this == NO_REGRESSION;
                case LOSS, REFUTED, INVALID -> false;
            };
        }
    }
}
