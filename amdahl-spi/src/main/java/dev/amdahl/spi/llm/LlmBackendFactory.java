package dev.amdahl.spi.llm;

import dev.amdahl.spi.PluginFactory;

/** Creates an {@link LlmBackend}. */
public interface LlmBackendFactory extends PluginFactory<LlmBackend> {}
