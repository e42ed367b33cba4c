package dev.amdahl.core.internal.ledger.review;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.PromotionGateFactory;
import java.nio.file.Path;

/** Creates the gate named {@code file}; its setting {@code folder} names the folder, else it is the plugin's own. Thread-safe. */
public final class FilePromotionGateFactory implements PromotionGateFactory {
    @Override
    public String name() {
        return "file";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public PromotionGate create(PluginContext context) {
        Path folder = context.setting("folder").map(Path::of).orElseGet(context::directory);
        return new FilePromotionGate(new ReviewFiles(folder));
    }
}
