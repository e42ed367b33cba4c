package dev.amdahl.core.internal.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.summingLong;

import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

/** Where hypotheses stand, told so that the numbers add up to all of them: every state belongs to one standing. */
enum Standing {
    WIN("win"),
    REFUTED("refuted"),
    NOT_REPLICATED("not replicated"),
    NO_EFFECT("without effect"),
    NOT_SEEN("not seen"),
    REGRESSION("slower"),
    INCONCLUSIVE("inconclusive"),
    DECLINED("declined by a person"),
    OUTLIVED("no longer valid"),
    FAILED("failed to build or to run"),
    SCREENED_OUT("screened out before any run"),
    WITHDRAWN("cancelled or expired"),
    FOUND("planted by the loop and found"),
    UNDECIDED("not decided yet");

    private final String words;

    Standing(String words) {
        this.words = words;
    }

    static Standing of(HypothesisState state) {
        return switch (state) {
            case SURVIVED, IN_REVIEW, PROMOTED -> WIN;
            case REFUTED -> REFUTED;
            case NOT_REPLICATED -> NOT_REPLICATED;
            case NO_EFFECT -> NO_EFFECT;
            case NOT_SEEN -> NOT_SEEN;
            case REGRESSION -> REGRESSION;
            case INCONCLUSIVE -> INCONCLUSIVE;
            case DECLINED -> DECLINED;
            case STALE, DECAYED -> OUTLIVED;
            case BUILD_FAILED, RUN_FAILED -> FAILED;
            case SCREENED_OUT -> SCREENED_OUT;
            case CANCELLED, EXPIRED -> WITHDRAWN;
            case FOUND -> FOUND;
            case PROPOSED, NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX, BUILDING, TESTING, CONFIRMING, NEEDS_RERUN ->
                UNDECIDED;
        };
    }

    /** Returns how many stand so. */
    long count(Totals totals) {
        return states().mapToLong(totals::hypotheses).sum();
    }

    /** {@code 3 wins, 1 refuted, 2 not decided yet (1 in test, 1 waiting for a lever)}; what nobody stands at is left out. */
    static String all(Totals totals) {
        return Arrays.stream(values())
                .filter(standing -> standing.count(totals) > 0)
                .map(standing -> standing.said(totals))
                .collect(joining(", "));
    }

    private String said(Totals totals) {
        long count = count(totals);
        return switch (this) {
            case WIN -> Plurals.of(count, words);
            case UNDECIDED -> Plurals.grouped(count) + " " + words + " (" + waits(totals) + ")";
            default -> Plurals.grouped(count) + " " + words;
        };
    }

    private String waits(Totals totals) {
        Map<String, Long> counts = states().collect(groupingBy(Standing::wait, summingLong(totals::hypotheses)));
        return Stream.of(
                        "in test",
                        "waiting for a test",
                        "waiting for a lever",
                        "waiting for a sandbox",
                        "waiting for a metric")
                .filter(wait -> counts.getOrDefault(wait, 0L) > 0)
                .map(wait -> Plurals.grouped(counts.getOrDefault(wait, 0L)) + " " + wait)
                .collect(joining(", "));
    }

    private static String wait(HypothesisState state) {
        return switch (state) {
            case NEEDS_LEVER -> "waiting for a lever";
            case NEEDS_SANDBOX -> "waiting for a sandbox";
            case NEEDS_EVIDENCE -> "waiting for a metric";
            default -> state.isInExperiment() ? "in test" : "waiting for a test";
        };
    }

    private Stream<HypothesisState> states() {
        return Arrays.stream(HypothesisState.values()).filter(state -> of(state) == this);
    }
}
