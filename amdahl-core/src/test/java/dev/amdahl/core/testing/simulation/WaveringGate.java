package dev.amdahl.core.testing.simulation;

import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** People who answer late, twice, for other evidence, or without a signature; in the end they answer properly. Not thread-safe. */
final class WaveringGate implements PromotionGate {
    private static final String OTHER_EVIDENCE = "0".repeat(64);
    private static final int MAX_MINUTES = 30;
    private static final double YES = .8;
    private static final int MINUTES_LATE = 4 * 24 * 60;

    private final long seed;
    private final WorldTime time;
    private final Dice dice;
    private final Map<String, Question> questions = new HashMap<>();
    private final Set<String> approvals = new HashSet<>();

    WaveringGate(long seed, WorldTime time, Dice dice) {
        this.seed = seed;
        this.time = time;
        this.dice = dice;
    }

    private record Question(
            String head, Instant answered, boolean isYes, boolean isTurned, boolean isStale, boolean isUnsigned) {}

    /** Whether somebody has approved exactly that evidence, and signed it. */
    boolean hasApproved(String id, String head) {
        return approvals.contains(id + " " + head);
    }

    @Override
    public void request(ReviewPacket packet) {
        Question before = questions.get(packet.id());
        if (before == null || !before.head().equals(packet.evidenceHead())) {
            int minutes = dice.strikes(Fault.ANSWER_LATE) ? dice.below(MINUTES_LATE) : dice.below(MAX_MINUTES);
            questions.put(
                    packet.id(),
                    new Question(
                            packet.evidenceHead(),
                            time.truth().plus(Duration.ofMinutes(minutes)),
                            new SplittableRandom(seed ^ packet.id().hashCode()).nextDouble() < YES,
                            dice.strikes(Fault.ANSWER_TWICE),
                            dice.strikes(Fault.ANSWER_STALE),
                            dice.strikes(Fault.ANSWER_UNSIGNED)));
        }
    }

    @Override
    public Optional<Review> answer(String id) {
        Question question = questions.get(id);
        if (question == null || time.truth().isBefore(question.answered())) {
            return Optional.empty();
        }
        boolean isStale = question.isStale() && !isSettled(question);
        boolean isYes = question.isYes() ^ (question.isTurned() && isSettled(question));
        String head = isStale ? OTHER_EVIDENCE : question.head();
        if (isYes && isAuthentic(id, Map.of())) {
            approvals.add(id + " " + head);
        }
        return Optional.of(
                new Review(id, isYes, "somebody", "because", time.clock().instant(), head).audited("all of it"));
    }

    @Override
    public boolean isAuthentic(String id, Map<String, String> admittedKeys) {
        Question question = questions.get(id);
        return question != null && (!question.isUnsigned() || isSettled(question));
    }

    /** A day after the first answer people have noticed what was wrong with it. */
    private boolean isSettled(Question question) {
        return question.answered().plus(Duration.ofDays(1)).isBefore(time.truth());
    }
}
