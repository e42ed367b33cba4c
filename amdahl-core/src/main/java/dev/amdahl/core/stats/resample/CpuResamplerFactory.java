package dev.amdahl.core.stats.resample;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.ResamplerFactory;

/** Creates the resampler {@code cpu}. Setting: {@code threads}, else one for every processor. Thread-safe. */
public final class CpuResamplerFactory implements ResamplerFactory {

    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Resampler create(PluginContext context) {
        return new CpuResampler(context.setting("threads")
                .map(CpuResamplerFactory::threads)
                .orElseGet(() -> Runtime.getRuntime().availableProcessors()));
    }

    private static int threads(String text) {
        if (!text.matches("[1-9]\\d{0,3}")) {
            throw new InvalidInputException(
                    "cpu resampler, setting threads", "not a number from 1 to 9999: " + text, "correct it");
        }
        return Integer.parseInt(text);
    }
}
