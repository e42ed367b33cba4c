package dev.amdahl.core.internal.ledger.review;

import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import java.util.Map;
import java.util.Optional;

/** Asks people by files and reads their newest answer; whether an unsigned one counts is the caller's policy. Thread-safe. */
public final class FilePromotionGate implements PromotionGate {
    private final ReviewFiles files;

    /** Returns a gate over that folder. */
    public FilePromotionGate(ReviewFiles files) {
        this.files = files;
    }

    @Override
    public void request(ReviewPacket packet) {
        files.ask(packet);
    }

    @Override
    public Optional<Review> answer(String id) {
        return files.newest(id).map(ReviewAnswer::review);
    }

    @Override
    public boolean isAuthentic(String id, Map<String, String> admittedKeys) {
        return files.newest(id)
                .filter(answer -> answer.isSignedWith(
                        admittedKeys.getOrDefault(answer.review().by(), "")))
                .isPresent();
    }

    @Override
    public Map<String, String> offeredKeys() {
        return files.offeredKeys();
    }
}
