package dev.amdahl.llm.advice;

import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.amdahl.llm.Material;
import dev.amdahl.llm.internal.chat.ChatModelBackend;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets a model work with tools on a private work tree of the job's source: it reads, searches, edits, builds, tests and tries there, within a
 * budget, until it proposes a patch that builds and passes the tests, or gives up. Where several candidates are wanted it is asked for one
 * after the other, each with an equal part of the budget and shown those before, until it has no other. Each briefing is worked on once; a
 * job without evidence, or on which earlier proposals of a model are still being tried, is not. Without a sandbox it does nothing and says
 * so. Thread-safe.
 */
public final class ToolAdvisor implements Advisor {
    private static final String INSTRUCTIONS = Prompt.read("agent.txt");
    private static final int MAX_SHOWN = 6_000;

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
        int wanted = briefing.candidates().orElse(1);
        List<Proposal> candidates = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        boolean isAnother = true;
        while (isAnother && candidates.size() < wanted) {
            Advice next = work(briefing, choices, beside(prompt, candidates, wanted), budget.part(wanted));
            notes.addAll(next.notes());
            List<Proposal> others = next.proposals().stream()
                    .filter(proposal -> candidates.stream()
                            .noneMatch(known -> known.change().equals(proposal.change())))
                    .toList();
            if (others.size() < next.proposals().size()) {
                notes.add("agent '" + model.name()
                        + "': it proposes the same patch once more, and is asked for no other");
            }
            candidates.addAll(others);
            isAnother = !others.isEmpty();
        }
        return new Advice(candidates, notes);
    }

    /** Returns the question for the next candidate, which shows those before; the question itself where one is wanted. */
    private static Prompt beside(Prompt prompt, List<Proposal> candidates, int wanted) {
        if (wanted == 1) {
            return prompt;
        }
        Material material = prompt.material();
        for (Proposal candidate : candidates) {
            if (candidate.change() instanceof PatchChange patch) {
                material = material.with("a patch that you proposed already", patch.diff(), MAX_SHOWN);
            }
        }
        return new Prompt(
                prompt.instructions() + "\nThis is candidate " + (candidates.size() + 1) + " of at most " + wanted
                        + ", which are measured against each other. Go another way than in the patches that you proposed"
                        + " already, or give up.\n",
                material);
    }

    private Advice work(Briefing briefing, Choices choices, Prompt prompt, ToolBudget part) {
        Conversation conversation = new Conversation(model, part, briefing, prompt, ended.asMap());
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
                Sections whole = new Sections(briefing, Choices.of(briefing));
                return new ToolSession(conversation, model, part, choices, whole, bench).run();
            }
        } catch (UnavailableException none) {
            return Advice.none("agent '" + model.name() + "' builds and runs in a sandbox only: " + none.getMessage());
        }
    }
}
