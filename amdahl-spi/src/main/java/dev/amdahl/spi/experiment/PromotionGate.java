package dev.amdahl.spi.experiment;

import java.util.Map;
import java.util.Optional;

/** Requests a human decision on a verified win. Nothing is promoted without an answer from here. Implementations are thread-safe. */
public interface PromotionGate {

    /** Shows a packet; the same packet may be shown again after a crash. Returns at once. */
    void request(ReviewPacket packet);

    /** The answer, once there is one; the same each time. */
    Optional<Review> answer(String id);

    /**
     * Returns whether the present answer surely comes from who it names. A gate of the host's own vouches for its answers; one that reads files
     * checks their signature against the public keys that the ledger has admitted, by name.
     */
    default boolean isAuthentic(String id, Map<String, String> admittedKeys) {
        return true;
    }

    /** Public keys that reviewers offer, by name, for the ledger to admit. */
    default Map<String, String> offeredKeys() {
        return Map.of();
    }
}
