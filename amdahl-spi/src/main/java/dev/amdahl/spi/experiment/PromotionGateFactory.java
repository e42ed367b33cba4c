package dev.amdahl.spi.experiment;

import dev.amdahl.spi.PluginFactory;

/** Creates a {@link PromotionGate}. */
public interface PromotionGateFactory extends PluginFactory<PromotionGate> {}
