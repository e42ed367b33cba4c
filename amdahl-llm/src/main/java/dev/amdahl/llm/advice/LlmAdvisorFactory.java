package dev.amdahl.llm.advice;

import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.answer.Settings;
import dev.amdahl.llm.route.RoutedModel;
import dev.amdahl.llm.route.Router;
import dev.amdahl.llm.route.RouterSettings;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.AdvisorFactory;
import dev.amdahl.spi.llm.LlmBackendFactory;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Creates an advisor over one model: the setting {@code backend} names its backend, which reads its own settings from the same ones;
 * {@code prompt_bytes} and {@code proposals} bound the question and the answer. Stateless.
 */
public final class LlmAdvisorFactory implements AdvisorFactory {
    private static final String BACKEND = "backend";
    private static final int MAX_PROMPT_BYTES = 1 << 20;
    private static final int MAX_PROPOSALS = 32;

    @Override
    public String name() {
        return "llm";
    }

    @Override
    public Availability availability() {
        return Availability.unavailable("name a model with the setting `" + BACKEND + "`");
    }

    @Override
    public Availability availability(PluginContext context) {
        Optional<String> backend = context.setting(BACKEND);
        return backend.isEmpty()
                ? availability()
                : factory(backend.get())
                        .map(factory -> factory.availability(context))
                        .orElseGet(() -> Availability.unavailable("there is no backend '" + backend.get() + "'"));
    }

    @Override
    public Advisor create(PluginContext context) {
        Router router =
                new Router(RouterSettings.builder().tier("only", model(context)).build());
        AdvisorSettings usual = AdvisorSettings.DEFAULT;
        AdvisorSettings settings = usual.mostPromptBytes(Settings.count(
                        context,
                        "prompt_bytes",
                        AdvisorSettings.MIN_PROMPT_BYTES,
                        MAX_PROMPT_BYTES,
                        usual.mostPromptBytes()))
                .mostProposals(Settings.count(context, "proposals", 1, MAX_PROPOSALS, usual.mostProposals()));
        return new LlmAdvisor(router, settings);
    }

    /** Returns the model that the settings name. */
    static RoutedModel model(PluginContext context) {
        String name = Settings.required(context, BACKEND, "name a backend, see plugins");
        LlmBackendFactory factory = factory(name)
                .orElseThrow(() -> new InvalidInputException(
                        "setting `" + BACKEND + "`", "there is no backend '" + name + "'", "name one of plugins"));
        return RoutedModel.of(factory.create(context), PriceList.of(context, true));
    }

    private static Optional<LlmBackendFactory> factory(String name) {
        return ServiceLoader.load(LlmBackendFactory.class, LlmAdvisorFactory.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals(name))
                .findFirst();
    }
}
