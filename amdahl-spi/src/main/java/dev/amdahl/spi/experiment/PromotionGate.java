package dev.amdahl.spi.experiment;

import java.util.Optional;

/** Asks people. Nothing is promoted without an answer from here. Implementations are thread-safe. */
public interface PromotionGate {

    /** Shows a packet; the same packet may be shown again after a crash. Returns at once. */
    void request(ReviewPacket packet);

    /** The answer, once there is one; the same each time. */
    Optional<Review> answer(String id);
}
