package dev.amdahl.llm.advice;

import dev.amdahl.llm.LlmGateway;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A model that answers as a test says, and remembers what it was asked. Not thread-safe. */
final class ScriptedModel implements LlmGateway {
    final List<LlmQuestion> asked = new ArrayList<>();
    private final Function<LlmQuestion, String> script;

    ScriptedModel(Function<LlmQuestion, String> script) {
        this.script = script;
    }

    /** Always the same answer. */
    static ScriptedModel saying(String answer) {
        return new ScriptedModel(question -> answer);
    }

    /** An answer with proposals. */
    static String answer(String... proposals) {
        return "{\"proposals\":[" + String.join(",", proposals) + "]}";
    }

    /** One proposal that sets a lever. */
    static String setting(String bottleneck, String lever, String value, String evidence, String mechanism) {
        return "{\"bottleneck\":\"" + bottleneck + "\",\"needs_build\":false,\"change\":{\"lever\":\"" + lever
                + "\",\"value\":\"" + value + "\",\"patch\":null},\"expected_fraction\":0.4,\"mechanism\":\""
                + mechanism
                + "\",\"how_it_could_be_wrong\":\"the store may be the limit\",\"evidence\":[\"" + evidence + "\"]}";
    }

    @Override
    public LlmReply ask(LlmQuestion question, CallBook book) {
        asked.add(question);
        return new LlmReply(script.apply(question), "scripted", LlmUsage.NONE);
    }
}
