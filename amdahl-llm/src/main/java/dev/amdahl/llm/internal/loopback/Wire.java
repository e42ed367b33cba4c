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

    /** Returns the model declines. */
    public abstract Fault refusing();

    static String quoted(String text) {
        try {
            return new ObjectMapper().writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
