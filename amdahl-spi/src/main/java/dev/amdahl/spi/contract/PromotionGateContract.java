package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The contract of {@link PromotionGate} as a test suite. Extend it, and answer as a person would. */
public abstract class PromotionGateContract {
    private static final String HEAD = "5e".repeat(32);

    /** Returns a gate that nobody has asked yet, the same one throughout a test. */
    protected abstract PromotionGate gate();

    /** Answers as a person would, through whatever the gate offers to people. */
    protected abstract void answer(Review review);

    @Test
    void nobodyHasAnsweredAtFirst() {
        gate().request(packet("h1"));
        assertThat(gate().answer("h1")).isEmpty();
    }

    @Test
    void whatWasNeverAskedHasNoAnswer() {
        assertThat(gate().answer("never-asked")).isEmpty();
    }

    @Test
    void theSamePacketMayBeShownAgain() {
        gate().request(packet("h1"));
        Review review = review("h1", true);
        answer(review);
        gate().request(packet("h1"));
        assertThat(gate().answer("h1")).contains(review);
    }

    @Test
    void anAnswerIsTheSameEachTime() {
        gate().request(packet("h1"));
        Review review = review("h1", true);
        answer(review);
        assertThat(gate().answer("h1")).contains(review);
        assertThat(gate().answer("h1")).contains(review);
    }

    @Test
    void aNoIsAnAnswerToo() {
        gate().request(packet("h1"));
        Review review = review("h1", false);
        answer(review);
        assertThat(gate().answer("h1")).contains(review);
    }

    @Test
    void anAnswerToOneIsNoneToAnother() {
        gate().request(packet("h1"));
        gate().request(packet("h2"));
        answer(review("h1", true));
        assertThat(gate().answer("h2")).isEmpty();
    }

    /** Returns an answer with every field filled. */
    protected static Review review(String id, boolean isApproved) {
        return new Review(
                id, isApproved, "ada", "it \"holds\"\nfor me", Instant.parse("2026-03-01T12:00:00.123Z"), HEAD);
    }

    private static ReviewPacket packet(String id) {
        Hypothesis hypothesis = new Hypothesis(
                id,
                "nightly-eval",
                List.of(Bottleneck.INPUT_STARVATION),
                ResourceAxis.IO,
                "more workers",
                new ConfigChange(
                        List.of(new LeverSetting("workers", new LeverSetting.Environment("NUM_WORKERS"), "0", "4"))),
                OptionalDouble.empty(),
                new Provenance(Provenance.Origin.RULE, "levers"),
                List.of("evidence-1"),
                new Fingerprint("0".repeat(64)));
        return new Packet(hypothesis);
    }

    private record Packet(Hypothesis hypothesis) implements ReviewPacket {
        @Override
        public Comparison comparison() {
            return new Comparison(
                    24,
                    40,
                    15,
                    OptionalDouble.of(.8),
                    OptionalDouble.of(.75),
                    OptionalDouble.of(.86),
                    Optional.empty(),
                    "confirmed");
        }

        @Override
        public List<Vote> votes() {
            return List.of();
        }

        @Override
        public List<String> warnings() {
            return List.of("work not checked");
        }

        @Override
        public String evidenceHead() {
            return HEAD;
        }
    }
}
