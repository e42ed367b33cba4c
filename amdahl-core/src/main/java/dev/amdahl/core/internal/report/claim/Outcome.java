package dev.amdahl.core.internal.report.claim;

import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Optional;

/** How verdicts are told apart in a picture of many. */
enum Outcome {
    WIN("v-win", "won"),
    NO_WIN("v-none", "no effect, not seen, regression or inconclusive"),
    REFUTED("v-refuted", "refuted, not replicated, declined or decayed"),
    SCREENED("v-screened", "screened out before any run"),
    FAILED("v-failed", "failed, cancelled, expired or stale");

    private final String style;
    private final String words;

    Outcome(String style, String words) {
        this.style = style;
        this.words = words;
    }

    String style() {
        return style;
    }

    String words() {
        return words;
    }

    /** Of a state; empty for one that is open still. */
    static Optional<Outcome> of(HypothesisState state) {
        return switch (state) {
            case SURVIVED, IN_REVIEW, PROMOTED -> Optional.of(WIN);
            case NO_EFFECT, NOT_SEEN, REGRESSION, INCONCLUSIVE -> Optional.of(NO_WIN);
            case REFUTED, NOT_REPLICATED, DECLINED, DECAYED -> Optional.of(REFUTED);
            case SCREENED_OUT -> Optional.of(SCREENED);
            case BUILD_FAILED, RUN_FAILED, CANCELLED, EXPIRED, STALE -> Optional.of(FAILED);
            case FOUND -> Optional.empty();
            case PROPOSED, NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX, BUILDING, TESTING, CONFIRMING, NEEDS_RERUN ->
                Optional.empty();
        };
    }
}
