package dev.amdahl.llm.advice;

import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.amdahl.llm.internal.chat.ChatModelBackend;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Workbench;
import java.util.List;
import java.util.Optional;

/**
 * Lets a model work with tools on a private work tree of the job's source: it reads, searches, edits, builds, tests and tries there, within a
 * budget, until it proposes a patch that builds and passes the tests, or gives up. Each briefing is worked on once; a job without
 * evidence, or on which earlier proposals of a model are still being tried, is not. Without a sandbox it does nothing and says so.
 * Thread-safe.
 */
public final class ToolAdvisor implements Advisor {
    private static final String INSTRUCTIONS = Prompt.read("agent.txt");

    private final RoutedModel model;
    private final ToolBudget budget;
    private final Cache<String, String> ended =
            CacheBuilder.newBuilder().maximumSize(1000).build();

    /**
     * Returns an advisor over one model.
     *
     * @throws InvalidInputException if it cannot be given tools: it must be asked by {@link ChatModelBackend}
     */
    public ToolAdvisor(RoutedModel model, ToolBudget budget) {
        this.model = requireNonNull(model);
        this.budget = requireNonNull(budget);
        if (!(model.backend() instanceof ChatModelBackend)) {
            throw new InvalidInputException(
                    "agent",
                    "model '" + model.name() + "' cannot be given tools",
                    "name one of backend anthropic or openai");
        }
    }

    @Override
    public Optional<String> proposer() {
        return Optional.of("agent " + model.name().replace(':', '-'));
    }

    @Override
    public List<Proposal> propose(Briefing briefing) {
        return advise(briefing).proposals();
    }

    @Override
    public Advice advise(Briefing briefing) {
        Choices choices = Choices.of(briefing).withoutFiles();
        Optional<Advice> unasked = LlmAdvisor.unasked(briefing, choices.isEditable());
        if (unasked.isPresent()) {
            return unasked.get();
        }
        Prompt prompt = Prompt.of(
                INSTRUCTIONS, "", new Sections(briefing, Choices.of(briefing)).all(List.of()), AdvisorSettings.DEFAULT);
        Conversation conversation = new Conversation(model, budget, briefing, prompt, ended.asMap());
        Optional<String> before = conversation.ended();
        if (before.isPresent()) {
            return ToolSession.read(before.get(), choices, model.name());
        }
        try {
            Optional<Workbench> made = briefing.workbench();
            if (made.isEmpty()) {
                return Advice.none("agent '" + model.name() + "': there is no work tree of this job to work in");
            }
            try (Workbench bench = made.get()) {
                return new ToolSession(conversation, model, budget, choices, bench).run();
            }
        } catch (UnavailableException none) {
            return Advice.none("agent '" + model.name() + "' builds and runs in a sandbox only: " + none.getMessage());
        }
    }
}
