package dev.amdahl.core.testing;

import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A gate whose answers a test gives. Not thread-safe. */
public final class ScriptedGate implements PromotionGate {
    private final Map<String, ReviewPacket> asked = new HashMap<>();
    private final Map<String, Review> answers = new HashMap<>();

    /** Answers yes for exactly the evidence that was shown. */
    public void approve(String id, String by, String reason) {
        answer(id, true, by, reason);
    }

    /** Answers yes, and says what of the code was read. */
    public void approve(String id, String by, String reason, String audit) {
        approve(id, by, reason);
        answers.computeIfPresent(id, (same, review) -> review.audited(audit));
    }

    /** Answers no. */
    public void decline(String id, String by, String reason) {
        answer(id, false, by, reason);
    }

    /** Returns what was shown under an id, the last time people were asked. */
    public Optional<ReviewPacket> packet(String id) {
        return Optional.ofNullable(asked.get(id));
    }

    private void answer(String id, boolean approved, String by, String reason) {
        ReviewPacket packet = asked.get(id);
        if (packet == null) {
            throw new IllegalStateException("nobody was asked about " + id);
        }
        answers.put(id, new Review(id, approved, by, reason, Instant.EPOCH, packet.evidenceHead()));
    }

    @Override
    public void request(ReviewPacket packet) {
        asked.put(packet.id(), packet);
    }

    @Override
    public Optional<Review> answer(String id) {
        return Optional.ofNullable(answers.get(id));
    }
}
