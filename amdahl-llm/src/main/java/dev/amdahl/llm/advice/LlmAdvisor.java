package dev.amdahl.llm.advice;

import dev.amdahl.llm.LlmGateway;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Attempt;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import java.util.List;
import java.util.Optional;

/**
 * Asks a model for changes. It can name a declared value of a declared lever, or write a patch of files that the owner made editable;
 * each answer must rest on evidence that it was given. Instead of a patch that did not build it can write another one for the same
 * claim. A job without evidence, or on which earlier proposals of a model are still being tried, is not asked about. Thread-safe.
 */
public final class LlmAdvisor implements Advisor {
    private static final String ROLE = "advisor";

    private final LlmGateway gateway;
    private final AdvisorSettings settings;

    /** An advisor behind a gateway. */
    public LlmAdvisor(LlmGateway gateway, AdvisorSettings settings) {
        this.gateway = gateway;
        this.settings = settings;
    }

    @Override
    public List<Proposal> propose(Briefing briefing) {
        return advise(briefing).proposals();
    }

    @Override
    public Advice advise(Briefing briefing) {
        Choices choices = Choices.of(briefing);
        if (choices.isEmpty() || briefing.attempts().stream().anyMatch(LlmAdvisor::isBeingTried)) {
            return Advice.none();
        }
        if (briefing.diagnosis().evidence().isEmpty()) {
            return Advice.none("no model is asked before there is an evidence run to rest on");
        }
        try {
            Prompt prompt = Prompt.of(briefing, choices, settings);
            LlmReply reply = gateway.ask(question(briefing.job().family(), prompt, choices.schema()), briefing.calls());
            return new AnswerReader(choices, settings.mostProposals(), reply.model()).read(reply.text());
        } catch (LlmException none) {
            return Advice.none("no advice of a model (" + none.reason() + "), rules go on: " + none.getMessage());
        }
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
        Optional<Prompt> prompt = RepairPrompt.of(briefing, claim.get(), failed, buildLog, settings);
        if (prompt.isEmpty()) {
            return Advice.none("no model is asked to repair a patch of "
                    + failed.diff().length() + " characters, which a prompt of " + settings.mostPromptBytes()
                    + " bytes does not hold");
        }
        try {
            String about = claim.get().id();
            LlmReply reply = gateway.ask(question(about, prompt.get(), RepairReader.SCHEMA), briefing.calls());
            return new RepairReader(claim.get(), failed, reply.model()).read(reply.text());
        } catch (LlmException none) {
            return Advice.none("no repair by a model (" + none.reason() + "): " + none.getMessage());
        }
    }

    private static boolean isBeingTried(Attempt attempt) {
        return attempt.isOpen() && attempt.hypothesis().provenance().origin() == Provenance.Origin.MODEL;
    }

    private LlmQuestion question(String about, Prompt prompt, String schema) {
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
}
