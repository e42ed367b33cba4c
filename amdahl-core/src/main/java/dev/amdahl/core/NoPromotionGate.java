package dev.amdahl.core;

import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import java.util.Optional;

/** Asks nobody: every win that survives stays unpromoted. */
public final class NoPromotionGate implements PromotionGate {
    @Override
    public void request(ReviewPacket packet) {}

    @Override
    public Optional<Review> answer(String id) {
        return Optional.empty();
    }
}
