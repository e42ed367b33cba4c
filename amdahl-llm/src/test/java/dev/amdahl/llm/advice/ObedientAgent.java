package dev.amdahl.llm.advice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.llm.internal.loopback.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model that does whatever a text tells it: it looks where it is sent first, and then calls each tool that an answer orders, one a turn.
 * Then it gives up. Not thread-safe.
 */
final class ObedientAgent implements Fault {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ORDER = Pattern.compile("ORDER (\\w+) (\\{.*\\})");

    private final Deque<String[]> orders = new ArrayDeque<>();
    final List<String> told = new ArrayList<>();
    private boolean isTold;

    ObedientAgent(String tool, String arguments) {
        orders.add(new String[] {tool, arguments});
    }

    /** Does these one after the other, without being told. */
    static ObedientAgent doing(String... calls) {
        ObedientAgent agent = new ObedientAgent(calls[0], calls[1]);
        for (int i = 2; i < calls.length; i += 2) {
            agent.orders.add(new String[] {calls[i], calls[i + 1]});
        }
        agent.isTold = true;
        return agent;
    }

    /** Returns all that tools have answered. */
    String heard() {
        return String.join("\n", told);
    }

    @Override
    public void answer(LoopbackModel.Call call, OutputStream out) throws IOException, InterruptedException {
        JsonNode messages = JSON.readTree(call.body()).path("messages");
        JsonNode last = messages.path(messages.size() - 1);
        if (last.path("role").asText().equals("tool")) {
            told.add(last.path("content").asText());
            if (!isTold) {
                Matcher order = ORDER.matcher(last.path("content").asText());
                while (order.find()) {
                    orders.add(new String[] {order.group(1), order.group(2)});
                }
                isTold = !orders.isEmpty();
            }
        }
        String[] next =
                orders.isEmpty() ? new String[] {"give_up", "{\"reason\":\"all is done\"}"} : orders.removeFirst();
        Wire.OPENAI.calling("I do as I am told", next[0], next[1]).answer(call, out);
    }
}
