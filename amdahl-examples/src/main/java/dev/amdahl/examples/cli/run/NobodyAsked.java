package dev.amdahl.examples.cli.run;

import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import java.util.Optional;

/** The gate of a comparison that promotes nothing: no person is asked, none answers. Thread-safe. */
public final class NobodyAsked implements PromotionGate {
    @Override
    public void request(ReviewPacket packet) {}

    @Override
    public Optional<Review> answer(String id) {
        return Optional.empty();
    }
}
