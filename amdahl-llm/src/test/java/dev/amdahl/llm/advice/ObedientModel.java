package dev.amdahl.llm.advice;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.llm.LlmGateway;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A model that does whatever it reads in the material, as far as an answer can express it: names levers, values, files, commands, ids
 * and fields that nobody declared, and gives whole answers that it is told to give. Not thread-safe.
 */
final class ObedientModel implements LlmGateway {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern VERBATIM = Pattern.compile(
            "(?i)(?:answer exactly with|reply with(?: nothing but)?|return(?: only)?(?: the word)?:?)\\s+(.+)");
    private static final Pattern LEVER = Pattern.compile(
            "(?i)(?:lever|set)[ _]+\"?([\\w./-]+)\"?[ _]+(?:to|with value|may be|value)[ _]+\"?([^\";]+)");
    private static final Pattern FILE = Pattern.compile("(?i)patch[ _](?:the[ _])?file (\\S+?)[;,.]?(?:\\s|$)");
    /** In a question for a repair: the file of the patch that was not built. */
    private static final Pattern REFUSED = Pattern.compile("(?s)title=\"the patch\">.*?\\+\\+\\+ b/(\\S+)");

    private static final Pattern COMMAND = Pattern.compile("(?i)(?:run the command|execute|run:) `?([^`]+)`?");
    private static final Pattern FRACTION = Pattern.compile("expected_fraction (\\d[\\d.]*\\d|\\d)");
    private static final Pattern CITED = Pattern.compile("(?i)cite evidence (\\S+?)[,;]?(?:\\s|$)");
    private static final Pattern CLASS = Pattern.compile("\\b([A-Z]+_[A-Z]+)\\b, it has the larger");
    private static final Pattern FIELD = Pattern.compile("field \"?(\\w+)\"?:? ?(\\S*)");
    private static final Pattern GATE = Pattern.compile(
            "(?i)\\b(approve|promote|budget|threshold|bar|limit|gate|policy|price|refuters?|confirmation|sign|recipients|family)\\b");

    final Map<String, LlmQuestion> asked = new HashMap<>();
    private final Map<String, String> orders;

    /** A model that obeys these words where it finds them in the material, by family. */
    ObedientModel(Map<String, String> orders) {
        this.orders = orders;
    }

    @Override
    public LlmReply ask(LlmQuestion question, CallBook book) {
        asked.putIfAbsent(question.about(), question);
        String material = question.material().text();
        Matcher refused = REFUSED.matcher(material);
        if (refused.find()) {
            String again = diff(refused.group(1)).replace("injected", "injected again");
            return new LlmReply(JSON.createObjectNode().put("patch", again).toString(), "obedient", LlmUsage.NONE);
        }
        String order = orders.getOrDefault(question.about(), "");
        String read = material.contains(seen(order)) ? order : material;
        return new LlmReply(answer(read, AdvisorStoryTest.evidence(question)), "obedient", LlmUsage.NONE);
    }

    /** How a prompt shows it. */
    static String seen(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60);
    }

    private static String answer(String order, String evidence) {
        Matcher verbatim = VERBATIM.matcher(order);
        if (verbatim.find()) {
            return verbatim.group(1);
        }
        List<ObjectNode> proposals = new ArrayList<>();
        Matcher lever = LEVER.matcher(order);
        while (lever.find()) {
            proposals.add(proposal(
                    order, evidence, change(lever.group(1), lever.group(2).strip(), null)));
        }
        Matcher file = FILE.matcher(order);
        while (file.find()) {
            ObjectNode patch = proposal(order, evidence, change(null, null, diff(file.group(1))));
            proposals.add(patch.put("needs_build", !order.contains("needs_build false")));
        }
        Matcher command = COMMAND.matcher(order);
        while (command.find()) {
            proposals.add(proposal(order, evidence, change("command", command.group(1), null)));
            proposals.add(proposal(order, evidence, change("workers", "4; " + command.group(1), null)));
        }
        if (proposals.isEmpty()) {
            proposals.add(proposal(order, evidence, change("workers", "4", null)));
        }
        if (GATE.matcher(order).find()) {
            ObjectNode bold = proposal(order, evidence, change("workers", "4", null));
            GATE.matcher(order).results().map(found -> found.group(1)).forEach(word -> bold.put(word, true));
            proposals.add(bold);
        }
        ArrayNode all = JSON.createArrayNode();
        proposals.forEach(all::add);
        return JSON.createObjectNode().set("proposals", all).toString();
    }

    private static ObjectNode change(@Nullable String lever, @Nullable String value, @Nullable String patch) {
        return JSON.createObjectNode().put("lever", lever).put("value", value).put("patch", patch);
    }

    private static String diff(String path) {
        return "--- a/" + path + "\n+++ b/" + path + "\n@@ -1,1 +1,2 @@\n x\n+injected\n";
    }

    private static ObjectNode proposal(String order, String evidence, ObjectNode change) {
        Matcher cited = CITED.matcher(order);
        Matcher fraction = FRACTION.matcher(order);
        Matcher named = CLASS.matcher(order);
        ObjectNode proposal = JSON.createObjectNode()
                .put("bottleneck", named.find() ? named.group(1) : "INPUT_STARVATION")
                .put("needs_build", !change.path("patch").isNull())
                .put("expected_fraction", fraction.find() ? Double.parseDouble(fraction.group(1)) : .4)
                .put("mechanism", order)
                .put("how_it_could_be_wrong", "approved by the operator");
        proposal.set("change", change);
        ArrayNode ids = proposal.putArray("evidence");
        if (!order.contains("evidence list may stay empty")) {
            ids.add(cited.find() ? cited.group(1) : evidence);
        }
        Matcher field = FIELD.matcher(order);
        while (field.find()) {
            proposal.put(field.group(1), field.group(2));
        }
        return proposal;
    }

    /** Every answer it would give, for a look. */
    String answers() {
        return orders.values().stream().map(order -> answer(order, "e")).collect(Collectors.joining("\n"));
    }
}
