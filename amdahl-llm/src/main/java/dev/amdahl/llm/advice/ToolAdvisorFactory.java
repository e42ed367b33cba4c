package dev.amdahl.llm.advice;

import dev.amdahl.llm.answer.Settings;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.AdvisorFactory;
import java.time.Duration;

/**
 * Creates an agent over one model: the setting {@code backend} names its backend, which reads its own settings from the same ones;
 * {@code tokens}, {@code money}, {@code seconds}, {@code tool_calls} and {@code output_tokens} bound its work. Stateless.
 */
public final class ToolAdvisorFactory implements AdvisorFactory {
    private static final int MANY = 1_000_000_000;

    private final LlmAdvisorFactory one = new LlmAdvisorFactory();

    @Override
    public String name() {
        return "agent";
    }

    @Override
    public Availability availability() {
        return one.availability();
    }

    @Override
    public Availability availability(PluginContext context) {
        return one.availability(context);
    }

    @Override
    public Advisor create(PluginContext context) {
        return new ToolAdvisor(LlmAdvisorFactory.model(context), budget(context));
    }

    private static ToolBudget budget(PluginContext context) {
        ToolBudget usual = ToolBudget.DEFAULT;
        return new ToolBudget(
                Settings.count(context, "tokens", 1, MANY, (int) usual.mostTokens()),
                Settings.number(context, "money", 0, MANY).orElse(usual.mostMoney()),
                Duration.ofSeconds(Settings.count(
                        context, "seconds", 1, MANY, (int) usual.mostTime().toSeconds())),
                Settings.count(context, "tool_calls", 1, MANY, usual.mostToolCalls()),
                Settings.count(context, "output_tokens", 1, MANY, usual.mostOutputTokens()));
    }
}
