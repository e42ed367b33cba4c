package dev.amdahl.core.ledger.review;

import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import java.util.Map;
import java.util.Optional;

/** Asks people by files and reads their newest answer; whether an unsigned one counts is the caller's policy. Thread-safe. */
public final class FilePromotionGate implements PromotionGate {
    private final ReviewFiles files;

    /** A gate over that folder. */
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

    /** Whether the newest answer is signed with its author's key, as the map of admitted keys by name has it. */
    public boolean isSigned(String id, Map<String, String> keys) {
        return files.newest(id)
                .filter(answer ->
                        answer.isSignedWith(keys.getOrDefault(answer.review().by(), "")))
                .isPresent();
    }
}
