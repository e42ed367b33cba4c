package dev.amdahl.examples.cli.advice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.copilot.Advice;
import dev.amdahl.core.internal.copilot.CopilotAnswer;
import dev.amdahl.core.internal.copilot.Measurement;
import dev.amdahl.core.internal.copilot.PastVerdict;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.llm.copilot.Explained;
import dev.amdahl.spi.hypothesis.Idea;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * An answer of {@code ask} for programs.
 *
 * @param top most pieces of advice
 */
record AskJson(int top) {
    ObjectNode document(Explanation explanation) {
        CopilotAnswer answer = explanation.answer();
        ObjectNode json = Json.object().put("question", answer.reading().text());
        json.set("subjects", Json.texts(answer.subjects()));
        json.set(
                "classes",
                Json.texts(answer.reading().classes().stream()
                        .map(Enum::name)
                        .sorted()
                        .toList()));
        json.put("found", answer.advice().size());
        json.set("advice", Json.array(answer.advice().stream().limit(top).toList(), each -> advice(each, explanation)));
        json.set("measure", Json.array(answer.measurements(), AskJson::measurement));
        json.set("waiting", Json.array(answer.waiting(), AskJson::past));
        json.set("in_effect", Json.array(answer.inEffect(), AskJson::past));
        json.set("tried", Json.array(answer.tried(), AskJson::past));
        json.set("ideas", Json.array(explanation.ideas(), AskJson::idea));
        json.set("reply", Json.texts(answer.reply()));
        List<String> notes = new ArrayList<>(answer.notes());
        notes.addAll(explanation.unheard());
        json.set("notes", Json.texts(notes));
        json.set("model", explanation.explained().<JsonNode>map(AskJson::model).orElseGet(NullNode::getInstance));
        return json;
    }

    private static ObjectNode model(Explained said) {
        ObjectNode row = Json.object().put("name", said.model());
        row.set("dropped", Json.texts(said.dropped()));
        return row;
    }

    private static ObjectNode advice(Advice advice, Explanation explanation) {
        ObjectNode row = Json.object()
                .put("id", advice.id())
                .put("kind", advice.kind().name())
                .put("subject", advice.subject())
                .put("class", advice.bottleneck().name())
                .put("title", advice.title())
                .put("change", advice.change());
        row.set("evidence_ids", Json.texts(advice.evidence()));
        ObjectNode ceiling = Json.object();
        ceiling.set("accelerator", Json.number(advice.acceleratorCeiling()));
        ceiling.set("wall", Json.number(advice.wallCeiling()));
        row.set("ceiling", ceiling);
        row.set("share", Json.number(advice.acceleratorShare()));
        row.set("expected", Json.number(advice.expected()));
        row.put("basis", advice.basis());
        row.set("past", Json.array(advice.past(), AskJson::past));
        return row.put("explanation", explanation.why(advice).orElse(null));
    }

    private static ObjectNode past(PastVerdict past) {
        ObjectNode row = Json.object()
                .put("id", past.id())
                .put("family", past.family())
                .put("here", past.isHere())
                .put("title", past.title())
                .put("state", past.state().name());
        OptionalDouble ratio = past.ratio();
        row.set("effect", Json.number(ratio.isPresent() ? ratio.getAsDouble() - 1 : Double.NaN));
        return row.put("reason", past.reason());
    }

    private static ObjectNode idea(Idea idea) {
        return Json.object()
                .put("id", idea.id())
                .put("class", idea.bottleneck().name())
                .put("title", idea.title())
                .put("summary", idea.summary());
    }

    private static ObjectNode measurement(Measurement measurement) {
        return Json.object()
                .put("subject", measurement.subject())
                .put("what", measurement.what())
                .put("why", measurement.why())
                .put("command", measurement.command());
    }
}
