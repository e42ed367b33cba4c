package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.PairedComparison;
import dev.amdahl.core.report.ComparisonPage;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.core.schedulers.local.LocalSchedulerFactory;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Load;
import dev.amdahl.examples.cli.common.Machine;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.run.LastRun;
import dev.amdahl.examples.cli.run.PluginChoice;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ab}: a rigorous paired comparison of any two commands, by the loop itself. */
@Command(
        name = "ab",
        description = "Compare two commands by paired runs; the answer stays valid however often it looks.",
        footer = {
            "  amdahl ab './train --workers 0' './train --workers 4'",
            "  amdahl ab --baseline 'make -j1' --variant 'make -j4' --require win --markdown",
            "  amdahl ab --baseline './train -w {w}' -L w 0,2,4 --prepare 'rm -rf cache'",
            "  amdahl ab --baseline ./bench --baseline-ref main --variant-ref HEAD"
        })
public final class AbCommand extends CliCommand {
    /** Names of options that a comparison uses without the dashes. */
    private static final Set<String> OPTIONS = Set.of("baseline", "variant", "pairs", "output");

    @Parameters(
            paramLabel = "CMD",
            arity = "0..*",
            hideParamSyntax = true,
            description = "The same as --baseline CMD, and a second one as --variant CMD.")
    private List<String> commands = List.of();

    @Option(names = "--baseline", paramLabel = "CMD", description = "The command as it is, for sh -c.")
    private @Nullable String baseline;

    @Option(
            names = "--variant",
            paramLabel = "CMD",
            description = "The changed command, for sh -c; with -L or two revisions, by default the same.")
    private @Nullable String variant;

    @Option(
            names = {"-L", "--parameter-list"},
            arity = "2",
            paramLabel = "NAME VALUES",
            hideParamSyntax = true,
            description = "Comma-separated values for {NAME} in the command: each is compared with the first.")
    private List<String> parameter = List.of();

    @Option(
            names = "--prepare",
            paramLabel = "CMD",
            description = "Run before each run, untimed; a run whose preparation fails does not count.")
    private @Nullable String prepare;

    @Option(names = "--cleanup", paramLabel = "CMD", description = "Run once after all runs.")
    private @Nullable String cleanup;

    @Mixin
    private AbRefs refs = new AbRefs();

    @Option(
            names = "--export",
            paramLabel = "FILE",
            description =
                    "Write the times to this file: .csv a row for each pair, .json as hyperfine does; with -L those of"
                            + " all values; may be repeated.")
    private List<Path> exports = List.of();

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with a picture of the pairs.")
    private @Nullable Path page;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "Maximum number of pairs, half of them to confirm; default ${DEFAULT-VALUE}, at least "
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
                    "An output file that must be the same from both, relative to the working directory; - for standard output.")
    private List<String> outputs = List.of();

    @Option(
            names = "--require",
            paramLabel = "win|no-regression",
            description = "Exit with 1 unless the answer is this.")
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
            description = "Print a line on standard error for each pair, even without a terminal.")
    private boolean tellsPairs;

    @Override
    public Answer answer() throws Exception {
        Optional<AbRequirement> requirement = Optional.ofNullable(require).map(AbRequirement::of);
        String first = first();
        requireCommand("--baseline", first);
        Optional<AbParameter> list = parameter.isEmpty() ? Optional.empty() : Optional.of(AbParameter.of(parameter));
        String other = other(first, list.isPresent());
        requireCommand("--variant", other);
        requireAccelerators();
        List<Path> files = new ArrayList<>(exports);
        Optional.ofNullable(page).ifPresent(files::add);
        AbExport.requireWritable(files, page);
        if (list.isPresent() && page != null) {
            throw new InvalidInputException(
                    "--html", "a page holds one comparison", "leave it out; --export and --json have all values");
        }
        Stream.of(first, other)
                .flatMap(command -> AbQueue.warning(command, System.getenv().containsKey("SLURM_JOB_ID")).stream())
                .findFirst()
                .ifPresent(this::remark);
        WorkFolder.removeOrphans();
        try (AbRefs.Trees trees = refs.trees(outputs)) {
            return list.isPresent()
                    ? list.get().compare(first, this::found, requirement, exports)
                    : one(trees.baseline(first), trees.variant(other), requirement);
        } finally {
            Optional.ofNullable(cleanup).ifPresent(command -> AbShell.run("--cleanup", command, this::remark));
        }
    }

    /** Returns the baseline; commands without an option take the place of both options. */
    private String first() {
        if (!commands.isEmpty() && (commands.size() > 2 || baseline != null || variant != null)) {
            throw new InvalidInputException(
                    "ab",
                    "unknown argument '" + commands.get(commands.size() > 2 ? 2 : 0) + "'",
                    "quote each command as one word: --baseline 'CMD' --variant 'CMD'");
        }
        if (commands.size() == 2) {
            variant = commands.get(1);
        }
        String first = commands.isEmpty() ? baseline : commands.get(0);
        if (first == null) {
            throw new InvalidInputException("ab", "--baseline is missing", "add --baseline CMD --variant CMD");
        }
        return first;
    }

    private String other(String first, boolean isList) {
        boolean mayBeMissing = isList || refs.isGiven();
        if (variant == null && !mayBeMissing) {
            throw new InvalidInputException("ab", "--variant is missing", "add --variant CMD");
        }
        if (isList && (variant != null || refs.isGiven())) {
            throw new InvalidInputException(
                    "-L", "--variant or two revisions are given too", "leave them out: its values are the variants");
        }
        return variant == null ? first : variant;
    }

    private Answer one(String first, String second, Optional<AbRequirement> requirement) throws Exception {
        AbResult result = found("", first, second);
        AbExport.write(List.of(new AbExport.Measured(Optional.empty(), result, first, second)), exports);
        if (page != null) {
            List<String> lines = new ArrayList<>(result.panel().stream().toList());
            lines.add("work " + result.work());
            AbExport.whole(page, ComparisonPage.html(result.found(), first, second, lines));
        }
        int code = requirement
                .map(each -> each.isMet(result.found().decision()) ? 0 : 1)
                .orElse(0);
        return new Answer(result.json(), markdown ? markdown(result) : result.text(), code);
    }

    @SuppressWarnings("try")
    private AbResult found(String name, String first, String second) throws Exception {
        Clock clock = Clock.systemUTC();
        String url = Optional.ofNullable(ledger()).orElse("jdbc:h2:mem:ab");
        if (prepare != null) {
            AbShell.require("--prepare", prepare, fresh);
        }
        try (WorkFolder work = WorkFolder.of(url);
                AbProgress progress =
                        new AbProgress(name, pairs, clock, remarks(), tellsPairs ? this::remark : line -> {})) {
            PairedComparison comparison =
                    comparison(first, second, progress).clock(clock).workFolder(work.path());
            resampler(work, clock).ifPresent(comparison::resampler);
            try (LastRun last = LastRun.of(comparison::cancel, work)) {
                return new AbResult(comparison.run(scheduler(work, clock)), outputs);
            }
        } catch (InvalidInputException e) {
            throw OPTIONS.contains(e.place().split(" ", 2)[0])
                    ? new InvalidInputException(
                            "--" + e.place(), e.problem(), e.remedy().replace("fixed()", "--fixed-n"))
                    : e;
        }
    }

    private PairedComparison comparison(String first, String second, AbProgress progress) {
        List<String> load = new ArrayList<>(Load.warning().stream().toList());
        PairedComparison comparison = PairedComparison.of(first, second)
                .pairs(pairs)
                .timeLimit(Options.duration("--time-limit", timeLimit))
                .seed(seed())
                .after(report -> {
                    load.forEach(line -> progress.remark(line, remarks()));
                    load.clear();
                    progress.after(report);
                })
                .remarks(line -> progress.remark(line, remarks()));
        outputs.forEach(comparison::output);
        Optional.ofNullable(prepare).ifPresent(comparison::prepare);
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
                    "--resampler", "applies only to the test of --fixed-n", "add --fixed-n, or leave it out");
        }
        PluginChoice chosen = PluginChoice.of("--resampler", resampler);
        PluginSettings context = PluginSettings.in(work.path().resolve("resampler"), clock, seed())
                .with(chosen.settings());
        return Optional.of(plugins().resampler(chosen.name(), context));
    }

    /** Its trials end between their arms once this process is dead. The other plugins are not looked for, which takes a while. */
    private Scheduler scheduler(WorkFolder work, Clock clock) {
        requirePluginFolder();
        Availability here = new LocalSchedulerFactory().availability();
        if (!here.isReady()) {
            throw new AmdahlException(ErrorCategory.TRANSIENT, "scheduler local is not available: " + here.reason());
        }
        return LocalScheduler.owned(work.path(), clock);
    }

    private String markdown(AbResult result) {
        return new AbMarkdown(result, Machine.here(), version(), asTyped()).text();
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

        boolean isMet(Decision decision) {
            return switch (decision) {
                case WIN -> true;
                case EQUIVALENT, NOT_SEEN, INCONCLUSIVE, INSUFFICIENT -> this == NO_REGRESSION;
                case LOSS, REFUTED, INVALID -> false;
            };
        }
    }
}
