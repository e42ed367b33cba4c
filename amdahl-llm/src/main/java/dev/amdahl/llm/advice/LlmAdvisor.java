package dev.amdahl.llm.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.llm.LlmGateway;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Attempt;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.SourceWindow;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Asks a model for changes. It can name a declared value of a declared lever, or write a patch of files that the owner made editable;
 * each answer must rest on evidence that it was given. Instead of a patch that did not build it can write another one for the same
 * claim. Once a question it may ask for files instead of answering. A job without evidence, on which earlier
 * proposals of a model are still being tried, or on which the last ones all ended without a trial, is not asked about. Thread-safe.
 */
public final class LlmAdvisor implements Advisor {
    private static final String INSTRUCTIONS = Prompt.read("repair.txt");

    private static final double PATCH_SHARE = .45;

    private static final int SPARE = 256;

    private static final double LOG_SHARE = .25;

    private static final String ROLE = "advisor";
    /** Four answers of four. */
    private static final int MAX_REFUSED = 16;

    private static final Set<HypothesisState> REFUSED =
            EnumSet.of(HypothesisState.SCREENED_OUT, HypothesisState.BUILD_FAILED);

    private final String name;
    private final LlmGateway gateway;
    private final AdvisorSettings settings;

    /** Returns an advisor behind a gateway. */
    public LlmAdvisor(LlmGateway gateway, AdvisorSettings settings) {
        this(ROLE, gateway, settings);
    }

    /** Returns one under a name of its own, without a colon, for a loop that chooses among several. */
    public LlmAdvisor(String name, LlmGateway gateway, AdvisorSettings settings) {
        this.name = name;
        this.gateway = gateway;
        this.settings = settings;
    }

    @Override
    public Optional<String> proposer() {
        return Optional.of(name);
    }

    @Override
    public List<Proposal> propose(Briefing briefing) {
        return advise(briefing).proposals();
    }

    @Override
    public Advice advise(Briefing briefing) {
        Choices choices = Choices.of(briefing);
        Optional<Advice> unasked = unasked(briefing, !choices.isEmpty());
        if (unasked.isPresent()) {
            return unasked.get();
        }
        try {
            AdvisorSettings wanted = briefing.candidates().isPresent()
                    ? settings.candidates(briefing.candidates().getAsInt())
                    : settings;
            LlmReply reply = ask(briefing, choices, List.of(), wanted);
            List<SourceWindow> asked = AnswerReader.files(reply.text(), choices).stream()
                    .flatMap(file -> briefing.source(file).stream())
                    .toList();
            if (!asked.isEmpty()) {
                reply = ask(briefing, choices.withoutFiles(), asked, wanted);
            }
            return new AnswerReader(choices, wanted.mostProposals(), reply.model()).read(reply.text());
        } catch (LlmException none) {
            return Advice.none("no advice of a model (" + none.reason() + "), rules go on: " + none.getMessage());
        }
    }

    /** Returns the advice where no model is asked; empty where one may be. */
    static Optional<Advice> unasked(Briefing briefing, boolean hasChoice) {
        if (!hasChoice || briefing.attempts().stream().anyMatch(LlmAdvisor::isBeingTried)) {
            return Optional.of(Advice.none());
        }
        if (isRefusedOnly(briefing)) {
            return Optional.of(Advice.none("no model is asked: its last " + MAX_REFUSED
                    + " proposals ended without a trial; it is asked again when the job was measured again"));
        }
        return briefing.diagnosis().evidence().isEmpty()
                ? Optional.of(Advice.none("no model is asked before there is an evidence run to rest on"))
                : Optional.empty();
    }

    @Override
    public Optional<Proposal> repair(Briefing briefing, PatchChange failed, String buildLog) {
        return adviseRepair(briefing, failed, buildLog).proposals().stream().findFirst();
    }

    @Override
    public Advice adviseRepair(Briefing briefing, PatchChange failed, String buildLog) {
        Optional<Hypothesis> claim = briefing.attempts().stream()
                .map(Attempt::hypothesis)
                .filter(tried -> tried.change().equals(failed))
                .reduce((earlier, later) -> later);
        if (claim.isEmpty()) {
            return Advice.none("no model is asked to repair a patch that the briefing does not name");
        }
        Optional<Prompt> prompt = of(briefing, claim.get(), failed, buildLog, settings);
        if (prompt.isEmpty()) {
            return Advice.none("no model is asked to repair a patch of "
                    + failed.diff().length() + " characters, which a prompt of " + settings.mostPromptBytes()
                    + " bytes does not hold");
        }
        try {
            String about = claim.get().id();
            LlmReply reply =
                    gateway.ask(question(about, prompt.get(), RepairReader.SCHEMA, settings), briefing.calls());
            return new RepairReader(claim.get(), failed, reply.model()).read(reply.text());
        } catch (LlmException none) {
            return Advice.none("no repair by a model (" + none.reason() + "): " + none.getMessage());
        }
    }

    /** Returns whether the newest of a model's proposals on this very evidence were all turned away before a trial: another one hardly helps. */
    private static boolean isRefusedOnly(Briefing briefing) {
        List<Attempt> own = briefing.attempts().stream()
                .filter(attempt -> attempt.hypothesis().provenance().origin() == Provenance.Origin.MODEL)
                .toList();
        List<Attempt> newest = own.subList(Math.max(0, own.size() - MAX_REFUSED), own.size());
        return newest.size() == MAX_REFUSED
                && newest.stream()
                        .allMatch(attempt -> REFUSED.contains(attempt.state())
                                && attempt.hypothesis()
                                        .evidence()
                                        .equals(briefing.diagnosis().evidence()));
    }

    private LlmReply ask(Briefing briefing, Choices choices, List<SourceWindow> asked, AdvisorSettings wanted) {
        Prompt prompt = Prompt.of(briefing, choices, asked, wanted);
        return gateway.ask(question(briefing.job().family(), prompt, choices.schema(), wanted), briefing.calls());
    }

    private static boolean isBeingTried(Attempt attempt) {
        return attempt.isOpen() && attempt.hypothesis().provenance().origin() == Provenance.Origin.MODEL;
    }

    private static LlmQuestion question(String about, Prompt prompt, String schema, AdvisorSettings settings) {
        return new LlmQuestion(
                ROLE,
                about,
                prompt.instructions(),
                prompt.material(),
                Optional.of(schema),
                settings.stakes(),
                settings.mostOutputTokens(),
                settings.timeLimit());
    }

    /** Empty for a patch that cannot be shown whole: nobody repairs what he sees a part of. */
    private static Optional<Prompt> of(
            Briefing briefing, Hypothesis claim, PatchChange failed, String buildLog, AdvisorSettings settings) {
        int room = Prompt.room(INSTRUCTIONS, RepairReader.SCHEMA, settings);
        if (bytes(failed.diff()) > PATCH_SHARE * room - SPARE) {
            return Optional.empty();
        }
        List<SourceWindow> touched =
                failed.paths().stream().flatMap(path -> shown(briefing, path)).toList();
        List<Section> sections = List.of(
                new Section("what the patch is for", .05, purpose(claim)),
                new Section("the patch", PATCH_SHARE, failed.diff().lines().toList()),
                new Section("why it was not built", LOG_SHARE, end(buildLog, LOG_SHARE * room - SPARE)),
                new Section("source that it touches", .25, Sections.source(touched)));
        return Optional.of(Prompt.of(INSTRUCTIONS, RepairReader.SCHEMA, sections, settings));
    }

    private static Stream<SourceWindow> shown(Briefing briefing, String path) {
        List<SourceWindow> windows = briefing.source().stream()
                .filter(window -> window.file().equals(path))
                .toList();
        return windows.isEmpty() ? briefing.source(path).stream() : windows.stream();
    }

    private static List<String> purpose(Hypothesis claim) {
        return List.of("job: " + claim.family(), "against: " + claim.bottleneck(), "title: " + claim.title());
    }

    /** Returns the last lines that have room, at least one. */
    private static List<String> end(String log, double bytes) {
        List<String> lines = log.lines().toList();
        int first = lines.size();
        int used = 0;
        while (first > 0 && used + bytes(lines.get(first - 1)) < bytes) {
            first--;
            used += bytes(lines.get(first)) + 1;
        }
        return lines.subList(Math.max(0, Math.min(first, lines.size() - 1)), lines.size());
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }
}
