package dev.amdahl.core.internal.ledger.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.PromotionGateContract;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FilePromotionGateTest extends PromotionGateContract {
    @TempDir
    Path folder;

    @Override
    protected PromotionGate gate() {
        return new FilePromotionGate(files());
    }

    @Override
    protected void answer(Review review) {
        files().write(new ReviewAnswer(review, Optional.empty()));
    }

    private ReviewFiles files() {
        return new ReviewFiles(folder.resolve("memory.reviews"));
    }

    @Test
    void aSignedAnswerIsKnownByItsKey() {
        ReviewKeys keys = ReviewKeys.generate("ada", folder);
        files().offer(keys);
        files().write(ReviewKeys.load("ada", folder).orElseThrow().sign(review("h1", true)));
        FilePromotionGate gate = new FilePromotionGate(files());

        assertThat(files().offeredKeys()).isEqualTo(Map.of("ada", keys.publicKey()));
        assertThat(gate.isAuthentic("h1", files().offeredKeys())).isTrue();
        assertThat(gate.isAuthentic(
                        "h1", Map.of("ada", ReviewKeys.generate("eve", folder).publicKey())))
                .isFalse();
        assertThat(gate.isAuthentic("h1", Map.of())).isFalse();
    }

    @Test
    void anUnsignedAnswerIsNotSigned() {
        ReviewKeys keys = ReviewKeys.generate("ada", folder);
        answer(review("h1", true));
        assertThat(new FilePromotionGate(files()).isAuthentic("h1", Map.of("ada", keys.publicKey())))
                .isFalse();
    }

    @Test
    void noFieldOfASignedAnswerCanBeChanged() {
        ReviewKeys keys = ReviewKeys.generate("ada", folder);
        ReviewAnswer answer = keys.sign(review("h1", false));
        Review review = answer.review();
        List<Review> forged = List.of(
                new Review("h2", false, review.by(), review.reason(), review.at(), review.evidenceHead()),
                new Review("h1", true, review.by(), review.reason(), review.at(), review.evidenceHead()),
                new Review("h1", false, "eve", review.reason(), review.at(), review.evidenceHead()),
                new Review("h1", false, review.by(), "", review.at(), review.evidenceHead()),
                new Review(
                        "h1", false, review.by(), review.reason(), review.at().plusNanos(1), review.evidenceHead()),
                new Review("h1", false, review.by(), review.reason(), review.at(), "00".repeat(32)));
        assertThat(answer.isSignedWith(keys.publicKey())).isTrue();
        assertThat(forged)
                .hasSize(6)
                .noneMatch(review1 -> new ReviewAnswer(review1, answer.signature()).isSignedWith(keys.publicKey()));
    }

    @Test
    void theNewestAnswerCountsAndABadFileIsLeftOut() throws IOException {
        Review no = review("h1", false);
        answer(new Review("h1", true, "ada", "first", no.at().minusSeconds(5), no.evidenceHead()));
        answer(no);
        Files.writeString(folder.resolve("memory.reviews/bad.json"), "{\"id\": \"h1\", \"decision\": \"maybe\"");

        assertThat(gate().answer("h1")).contains(no);
    }

    @Test
    void thePrivateKeyIsItsOwnersAlone() throws IOException {
        ReviewKeys.generate("ada", folder);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("ada.key"))))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> ReviewKeys.generate("ada", folder)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> ReviewKeys.generate("../ada", folder)).isInstanceOf(InvalidInputException.class);
    }
}
