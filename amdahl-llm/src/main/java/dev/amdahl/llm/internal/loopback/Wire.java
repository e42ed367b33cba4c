package dev.amdahl.llm.internal.loopback;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The two protocols, as their services speak them. */
public enum Wire {
    ANTHROPIC("anthropic", "end_turn", "max_tokens") {
        @Override
        public Fault ending(String text, String reason) {
            return Fault.json(
                    200,
                    "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"model-1\",\"content\":"
                            + "[{\"type\":\"text\",\"text\":" + quoted(text) + "}],\"stop_reason\":" + quoted(reason)
                            + ",\"stop_sequence\":null,\"usage\":{\"input_tokens\":20,\"cache_read_input_tokens\":70,"
                            + "\"cache_creation_input_tokens\":10,\"output_tokens\":5}}");
        }

        @Override
        public Fault refusing() {
            return ending("", "refusal");
        }

        @Override
        public Fault calling(String thought, String... calls) {
            StringBuilder content = new StringBuilder("{\"type\":\"thinking\",\"thinking\":")
                    .append(quoted(thought))
                    .append(",\"signature\":\"c2lnbmVk\"}");
            for (int i = 0; i + 1 < calls.length; i += 2) {
                content.append(",{\"type\":\"tool_use\",\"id\":\"t")
                        .append(i)
                        .append("\",\"name\":")
                        .append(quoted(calls[i]))
                        .append(",\"input\":")
                        .append(calls[i + 1])
                        .append('}');
            }
            return Fault.json(
                    200,
                    "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"model-1\",\"content\":["
                            + content
                            + "],\"stop_reason\":\"tool_use\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":20,"
                            + "\"cache_read_input_tokens\":70,\"cache_creation_input_tokens\":10,\"output_tokens\":5}}");
        }
    },
    OPENAI("openai", "stop", "length") {
        @Override
        public Fault ending(String text, String reason) {
            return body(quoted(text), "null", reason);
        }

        @Override
        public Fault refusing() {
            return body("null", quoted("I cannot help with that."), "stop");
        }

        @Override
        public Fault calling(String thought, String... calls) {
            StringBuilder tools = new StringBuilder();
            for (int i = 0; i + 1 < calls.length; i += 2) {
                tools.append(i == 0 ? "" : ",")
                        .append("{\"id\":\"t")
                        .append(i)
                        .append("\",\"type\":\"function\",\"function\":{\"name\":")
                        .append(quoted(calls[i]))
                        .append(",\"arguments\":")
                        .append(quoted(calls[i + 1]))
                        .append("}}");
            }
            return body(
                    "null,\"reasoning_content\":" + quoted(thought) + ",\"tool_calls\":[" + tools + "]",
                    "null",
                    "tool_calls");
        }

        private Fault body(String content, String refusal, String reason) {
            return Fault.json(
                    200,
                    "{\"id\":\"c1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"model-1\",\"choices\":"
                            + "[{\"index\":0,\"finish_reason\":" + quoted(reason)
                            + ",\"message\":{\"role\":\"assistant\",\"content\":"
                            + content + ",\"refusal\":" + refusal
                            + "}}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":5,"
                            + "\"total_tokens\":105,\"prompt_tokens_details\":{\"cached_tokens\":70},"
                            + "\"completion_tokens_details\":{\"reasoning_tokens\":2}}}");
        }
    };

    private final String plugin;
    private final String end;
    private final String limit;

    Wire(String plugin, String end, String limit) {
        this.plugin = plugin;
        this.end = end;
        this.limit = limit;
    }

    /** Returns the backend that speaks it. */
    public String plugin() {
        return plugin;
    }

    /** Returns a whole answer: 100 tokens read, 70 of them from a cache, 5 written. */
    public Fault saying(String text) {
        return ending(text, end);
    }

    /** Returns an answer that reached its bound. */
    public Fault cut(String text) {
        return ending(text, limit);
    }

    /** Returns an answer with a reason to stop. */
    public abstract Fault ending(String text, String reason);

    /**
     * Returns an answer that calls tools.
     *
     * @param thought before it
     * @param calls tools by name, each followed by its arguments in JSON
     */
    public abstract Fault calling(String thought, String... calls);

    /** Returns the model declines. */
    public abstract Fault refusing();

    /** Returns a text as JSON. */
    public static String quoted(String text) {
        try {
            return new ObjectMapper().writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
