package dev.amdahl.core.ledger.view;

import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How many of the wins that the loop has planted in its own trials it found. Immutable.
 *
 * @param begun how many were planted
 * @param judged those that were judged, oldest first: the newest {@value #REMEMBERED}
 */
public record PlantedWins(int begun, List<Judged> judged) {
    /** None was planted. */
    public static final PlantedWins NONE = new PlantedWins(0, List.of());

    /** More are forgotten, so that what was mended is. */
    private static final int REMEMBERED = 40;

    /** Ends that say nothing of what the loop can see. */
    private static final Set<HypothesisState> UNJUDGED =
            EnumSet.of(HypothesisState.EXPIRED, HypothesisState.CANCELLED, HypothesisState.RUN_FAILED);

    /** Copies the list. */
    public PlantedWins {
        judged = List.copyOf(judged);
    }

    /**
     * One that was judged.
     *
     * @param effect what was taken out of one arm, a fraction of the other
     * @param isFound whether it came to stand as a win
     */
    public record Judged(double effect, boolean isFound) {}

    /** How many of those that were judged were found. */
    public int found() {
        return (int) judged.stream().filter(Judged::isFound).count();
    }

    PlantedWins with(Optional<Dossier> before, Dossier now) {
        boolean hasEnded = now.state().isTerminal()
                && before.filter(was -> was.state().isTerminal()).isEmpty();
        if (before.isPresent() && !hasEnded) {
            return this;
        }
        Stream<Judged> more = hasEnded && !UNJUDGED.contains(now.state())
                ? Stream.of(
                        new Judged(now.hypothesis().expectedFraction().orElse(0), now.state() == HypothesisState.FOUND))
                : Stream.empty();
        List<Judged> all = Stream.concat(judged.stream(), more).toList();
        return new PlantedWins(
                begun + (before.isEmpty() ? 1 : 0), all.subList(Math.max(0, all.size() - REMEMBERED), all.size()));
    }
}
