package dev.amdahl.llm.copilot;

import java.util.List;
import java.util.Map;

/**
 * What a model made of the facts.
 *
 * @param model which model
 * @param order ids of facts, most useful first; those it left out follow as they were
 * @param why one sentence for an id: untrusted text
 * @param suggestions of its own that cite evidence and keep to its ceiling
 * @param dropped why others were left out, one line each
 */
public record Explained(
        String model, List<String> order, Map<String, String> why, List<Suggestion> suggestions, List<String> dropped) {
    public Explained {
        order = List.copyOf(order);
        why = Map.copyOf(why);
        suggestions = List.copyOf(suggestions);
        dropped = List.copyOf(dropped);
    }

    /**
     * A model's own idea.
     *
     * @param loss what it would relieve, with the evidence and the ceiling that were measured
     * @param evidence the id it cites
     * @param title one line: untrusted text
     * @param change what to change: untrusted text, and nothing that runs
     */
    public record Suggestion(Fact.Loss loss, String evidence, String title, String change) {}
}
