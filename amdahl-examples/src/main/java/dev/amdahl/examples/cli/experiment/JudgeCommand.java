package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.LoopRunner;
import dev.amdahl.core.internal.workspace.PatchFilter;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.DreamPolicy;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Load;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.run.LastRun;
import dev.amdahl.examples.cli.run.LoopRun;
import dev.amdahl.examples.cli.run.PluginChoice;
import dev.amdahl.examples.cli.run.WorkFolder;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.Nearest;
import dev.amdahl.examples.jobs.PatchText;
import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.job.OutputRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code judge}: one patch of a declared job, by all that the loop has against it; it remembers what it judged. */
@Command(
        name = "judge",
        description = {
            "Judge a patch of a job as the loop does: filter, build, pairs of runs, the panel; nothing is promoted.",
            "Judgements are kept in a separate ledger beside the named one, LEDGER.judged.",
            "Exit code 1 unless it is a win."
        },
        footer = "  amdahl judge fuse.patch --jobs jobs.yaml --ledger ./amdahl")
public final class JudgeCommand extends CliCommand {
    private static final int MAX_BYTES = 1 << 18;
    private static final String STANDARD_INPUT = "-";
    /** Nothing is tried that was not given. */
    private static final DreamPolicy NO_DREAM = new DreamPolicy(Duration.ofDays(1), 0, 0);

    private static final Set<Bottleneck.Kind> SECONDS =
            EnumSet.of(Bottleneck.Kind.ACCOUNT, Bottleneck.Kind.RELABEL, Bottleneck.Kind.WORK);

    @Parameters(
            paramLabel = "PATCH",
            description = "A unified diff of the job's editable files, as git diff writes it; - for standard input.")
    private String patch = "";

    @Option(
            names = "--jobs",
            paramLabel = "FILE",
            description = "The jobs file: docs/guide.md; default amdahl.yaml, as init writes it.")
    private @Nullable Path named;

    @Option(names = "--family", paramLabel = "NAME", description = "The job; may be left out if there is only one.")
    private @Nullable String family;

    @Option(names = "--title", paramLabel = "TEXT", description = "What is changed, in a line.")
    private String title = "a patch";

    @Option(
            names = "--addresses",
            split = ",",
            paramLabel = "CLASS,...",
            hideParamSyntax = true,
            description = "Classes whose time it claims to save, the main one first; the claim is tested. Default any.")
    private List<Bottleneck> addresses = List.of();

    @Option(
            names = "--expected",
            paramLabel = "F",
            description = "The share of that time that it claims to save, from 0 to 1; tested as well.")
    private @Nullable Double expected;

    @Option(names = "--pairs", paramLabel = "N", description = "Maximum number of pairs, up to the policy's.")
    private @Nullable Integer pairs;

    @Override
    @SuppressWarnings("try")
    public Answer answer() throws Exception {
        JobsFile file = JobsFile.read(JobsFile.orUsual(named)
                .orElseThrow(() -> new InvalidInputException(
                        "judge", "no jobs file is named", "add --jobs FILE, or write one by init -- COMMAND")));
        JobSpec job = job(file.jobs());
        LoopPolicy policy = policy(file.settings().policy(LoopPolicy.DEFAULT));
        String url = beside(requireLedger());
        String diff = diff();
        Clock clock = Clock.systemUTC();
        WorkFolder.removeOrphans();
        try (WorkFolder given = WorkFolder.temporary();
                WorkFolder work = offered(given, file, job, policy, diff, url)) {
            giveUpOthers(url, job, diff, work, clock);
            LoopRun.Setup setup = new LoopRun.Setup(
                    url,
                    List.of(job),
                    PluginChoice.OWNED,
                    policy,
                    file.settings().budget(OptionalDouble.empty()),
                    Optional.empty(),
                    work.path(),
                    seed(),
                    Optional.empty(),
                    PluginChoice.of("--gate", "file"),
                    Optional.empty(),
                    file.builder(),
                    file.settings().resampler(),
                    Optional.empty(),
                    Duration.ZERO,
                    this::remark,
                    Optional.of(ProposalFolder.in(given.path())));
            try (LoopRunner run = LoopRun.open(setup, plugins(), clock).held();
                    LastRun last = LastRun.of(run::end, given)) {
                return judged(run, url, job, policy, diff, clock);
            }
        }
    }

    /** Checks the patch as if a person had declared it, before any ledger is made. */
    private WorkFolder offered(WorkFolder given, JobsFile file, JobSpec job, LoopPolicy policy, String diff, String url)
            throws IOException {
        Map<String, Object> hypothesis = new TreeMap<>(Map.of(
                "title", title, "addresses", addressed(policy).map(Enum::name).toList()));
        Optional.ofNullable(expected).ifPresent(share -> hypothesis.put("expected", share));
        try {
            ProposalFolder.in(given.path()).enter(file.file(), job.family(), hypothesis, diff);
        } catch (InvalidInputException refused) {
            throw new InvalidInputException("judge", refused.problem(), refused.remedy(), refused);
        }
        return WorkFolder.of(url);
    }

    private JobSpec job(List<JobSpec> jobs) {
        List<String> families = jobs.stream().map(JobSpec::family).toList();
        if (family == null && jobs.size() > 1) {
            throw new InvalidInputException(
                    "judge", "the jobs file has " + jobs.size() + " jobs", "add --family NAME: one of " + families);
        }
        return jobs.stream()
                .filter(job -> family == null || job.family().equals(family))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "--family " + family, "no such job", Nearest.remedy(String.valueOf(family), families)));
    }

    /** Fewer pairs may be asked for than the owner of the job allows, and nothing else. */
    private LoopPolicy policy(LoopPolicy declared) {
        EvidencePolicy evidence = declared.evidence();
        if (pairs != null) {
            evidence = evidence.withPairs(Options.within("--pairs", pairs, EvidencePolicy.MIN_PAIRS, most(declared)));
        }
        return declared.toBuilder()
                .evidence(evidence)
                .calibration(0)
                .dream(NO_DREAM)
                .build();
    }

    private static int most(LoopPolicy policy) {
        return policy.evidence().firstCap() + policy.evidence().confirmationCap();
    }

    /** The loop's own is left alone: it may be held, and its approvals change what later patches are compared with. */
    private static String beside(String ledger) {
        Path base = LedgerLocation.of(ledger)
                .base()
                .orElseThrow(() -> new InvalidInputException(
                        "--ledger",
                        "is not a file, so no second ledger can be kept beside it",
                        "name a ledger in a file"));
        return base.resolveSibling(base.getFileName() + ".judged").toString();
    }

    private String diff() throws IOException {
        Path file = Path.of(patch);
        if (!patch.equals(STANDARD_INPUT) && !Files.isRegularFile(file)) {
            throw new InvalidInputException(patch, "there is no such file", "name a unified diff, or - to pipe one in");
        }
        String name = patch.equals(STANDARD_INPUT) ? "standard input" : patch;
        try (InputStream in = patch.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length == 0 || bytes.length > MAX_BYTES) {
                throw new InvalidInputException(
                        name,
                        bytes.length == 0 ? "is empty" : "has over " + MAX_BYTES + " bytes",
                        "give a unified diff of at most " + MAX_BYTES + " bytes");
            }
            return PatchText.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException binary) {
            throw new InvalidInputException(
                    name, "is not UTF-8 text", "give a unified diff of text files, as git diff writes it", binary);
        }
    }

    private Stream<Bottleneck> addressed(LoopPolicy policy) {
        return addresses.isEmpty()
                ? Stream.concat(
                                Stream.of(Bottleneck.UNATTRIBUTED),
                                Stream.of(Bottleneck.values()).filter(each -> SECONDS.contains(each.kind())))
                        .filter(each -> !policy.scope().excludedClasses().contains(each))
                : addresses.stream();
    }

    /**
     * Ends what an earlier call left undecided, so that it costs this one no runs; the same patch goes on where it stood, so that nobody gets
     * other evidence by beginning anew.
     *
     * @throws dev.amdahl.core.ledger.event.LedgerBusyException if another patch is being judged
     */
    private void giveUpOthers(String url, JobSpec job, String diff, WorkFolder work, Clock clock) throws IOException {
        try (Ledger ledger = Ledger.open(url)) {
            List<Dossier> others = ledger.view().live().stream()
                    .filter(dossier -> !dossier.state().isTerminal()
                            && dossier.state() != HypothesisState.IN_REVIEW
                            && !isOf(dossier, job, diff))
                    .toList();
            if (others.isEmpty()) {
                return;
            }
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(job))
                    .scheduler(PluginChoice.OWNED.create(
                            plugins(),
                            SchedulerFactory.class,
                            work.path().resolve(PluginChoice.OWNED.name()),
                            clock,
                            seed()))
                    .directory(work.path())
                    .build();
            others.forEach(other -> loop.cancel(other.id(), "judge", "another patch was given before it was decided"));
        }
    }

    private static boolean isOf(Dossier dossier, JobSpec job, String diff) {
        return dossier.hypothesis().family().equals(job.family())
                && dossier.hypothesis().change() instanceof PatchChange change
                && PatchFilter.isSame(change.diff(), diff);
    }

    private static Optional<Dossier> newest(LedgerView view, JobSpec job, String diff) {
        return view.dossiers().stream()
                .filter(dossier -> isOf(dossier, job, diff))
                .reduce((earlier, later) -> later);
    }

    private Answer judged(LoopRunner run, String url, JobSpec job, LoopPolicy policy, String diff, Clock clock)
            throws InterruptedException {
        Optional<Dossier> before = newest(run.view(), job, diff);
        Set<String> notes = new LinkedHashSet<>();
        Load.warning().ifPresent(this::remark);
        try (AbProgress progress = new AbProgress("", most(policy), clock, remarks(), this::remark)) {
            run.runUntilIdle(Integer.MAX_VALUE, report -> {
                report.notes().stream().filter(notes::add).forEach(note -> progress.remark(note, remarks()));
                run.waiting(report.view()).ifPresent(line -> progress.remark(line, remarks()));
                progress.after(report);
            });
        }
        Dossier dossier = newest(run.view(), job, diff)
                .filter(made -> made.experiment().isPresent() || made.state().isTerminal())
                .orElseThrow(() -> new InvalidInputException(
                        "judge",
                        "no experiment was made of it: "
                                + (notes.isEmpty() ? "it changes what was judged already" : String.join("; ", notes)),
                        "see ledger search --ledger " + url));
        boolean isKnown = before.filter(known -> known.id().equals(dossier.id())
                        && known.movedAt().equals(dossier.movedAt())
                        && (known.state().isTerminal() || known.state() == HypothesisState.IN_REVIEW))
                .isPresent();
        return answer(run.view(), url, job, dossier, isKnown, List.copyOf(notes));
    }

    /** What survived but may not be shown to a person, as the A/A pairs look wrong, is no win. */
    private static ComparisonResult found(LedgerView view, Dossier dossier) {
        ComparisonResult found = ComparisonResult.of(view, dossier);
        return dossier.state() != HypothesisState.SURVIVED
                ? found
                : new ComparisonResult(
                        Decision.INCONCLUSIVE,
                        found.pairs(),
                        found.ratio(),
                        found.lower(),
                        found.upper(),
                        found.evidence(),
                        found.p(),
                        found.votes(),
                        found.times(),
                        found.reasons());
    }

    private static Answer answer(
            LedgerView view, String url, JobSpec job, Dossier dossier, boolean isKnown, List<String> notes) {
        AbResult result = new AbResult(
                found(view, dossier),
                job.outputs().stream().map(OutputRule::path).toList());
        ObjectNode row = Outcomes.row(view, dossier);
        ObjectNode json = Json.object().put("id", dossier.id());
        for (String field : List.of("family", "title", "state", "effect")) {
            json.set(field, row.get(field));
        }
        json.setAll(result.json());
        json.put("known", isKnown);
        for (String field : List.of("warnings", "not_checked")) {
            json.set(field, row.get(field));
        }
        json.set("notes", Json.texts(notes));
        json.put("ledger", url);
        return Answer.of(
                json,
                result.text() + "state     " + dossier.state() + (isKnown ? ", known from before" : "") + "\nledger    "
                        + url + ", " + dossier.id() + "\n",
                result.found().decision() == Decision.WIN);
    }
}
