package dev.amdahl.examples.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model that knows what to answer each role: patches to the advisor, once, and one that makes no sense; one to whoever shows it a build that failed; an idea to the
 * dream; an objection that does not hold to the sceptic.
 */
record ProposingModel(List<String> patches, String repair) implements Fault {
    private static final Pattern EVIDENCE = Pattern.compile("title=\"ids of evidence\">\n(\\S+)\n");
    private static final Pattern LOST = Pattern.compile("\n([A-Z_]+): [0-9.]+ s, [0-9.]+ %; without it");
    private static final Pattern CLASSES = Pattern.compile("title=\"classes of loss\">\n\\[(\\w+)");

    @Override
    public void answer(LoopbackModel.Call call, OutputStream out) throws IOException, InterruptedException {
        Wire.OPENAI.saying(answer(text(call.body()))).answer(call, out);
    }

    private static String text(String body) throws JsonProcessingException {
        StringBuilder text = new StringBuilder();
        for (JsonNode message : new ObjectMapper().readTree(body).path("messages")) {
            text.append(message.path("content").asText()).append('\n');
        }
        return text.toString();
    }

    private String answer(String prompt) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        if (prompt.startsWith("You repair one patch")) {
            return answer.put("patch", repair).toString();
        }
        if (prompt.startsWith("You advise on one recurring job")) {
            ArrayNode proposals = answer.putArray("proposals");
            if (!prompt.contains("] patch of ")) {
                patches.forEach(patch -> propose(proposals.addObject(), patch, .5, prompt));
                propose(proposals.addObject(), repair, 7, prompt);
            }
            return answer.toString();
        }
        if (prompt.startsWith("A recurring job loses accelerator time")) {
            answer.putArray("ideas")
                    .addObject()
                    .put("title", "write the rows in one call")
                    .put("bottleneck", found(CLASSES, prompt))
                    .put("summary", "fewer system calls")
                    .put("fraction", .2)
                    .put("lever", "")
                    .put("value", "")
                    .put("url", "");
            return answer.toString();
        }
        answer.put("ballot", "REFUTES").put("reason", "it must do half of the work");
        answer.putObject("check")
                .put("name", "LESS_WORK")
                .put("subject", "")
                .put("figure", -50)
                .putArray("trials");
        return answer.toString();
    }

    private static void propose(ObjectNode proposal, String patch, double expected, String prompt) {
        proposal.put("bottleneck", found(LOST, prompt)).put("needs_build", true);
        proposal.putObject("change").putNull("lever").putNull("value").put("patch", patch);
        proposal.put("expected_fraction", expected)
                .put("mechanism", "the loop does less")
                .put("how_it_could_be_wrong", "the compiler may do so already")
                .putArray("evidence")
                .add(found(EVIDENCE, prompt));
    }

    private static String found(Pattern pattern, String prompt) {
        Matcher matcher = pattern.matcher(prompt);
        if (!matcher.find()) {
            throw new AssertionError(pattern + " in " + prompt);
        }
        return matcher.group(1);
    }
}
