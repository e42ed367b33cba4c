package dev.amdahl.examples.serving;

import org.jspecify.annotations.Nullable;

/**
 * What became of one request; times are nanoseconds from the first moment of the load.
 *
 * @param index which one, from 0
 * @param intended when it was to be sent
 * @param sent when it was sent
 * @param first when the first token of a stream came, or the first byte
 * @param last when the last byte came
 * @param tokens when the tokens of a stream came; empty where it was none
 * @param generated how many tokens the answer says that it has, or events of a stream; 0 where neither tells
 * @param digest of the text of the answer
 * @param failure why there is no answer; null where there is one
 */
record Answered(
        int index,
        long intended,
        long sent,
        long first,
        long last,
        long[] tokens,
        double generated,
        String digest,
        @Nullable String failure) {

    boolean isGood() {
        return failure == null;
    }

    /** Returns a time that the objective may bound; 0 where the answer has none. */
    double seconds(Objective.Part part) {
        return switch (part) {
            case LATENCY -> (last - intended) / 1e9;
            case FIRST -> (first - intended) / 1e9;
            case TOKEN -> tokens.length < 2 ? 0 : (tokens[tokens.length - 1] - tokens[0]) / 1e9 / (tokens.length - 1);
        };
    }

    static Answered failed(int index, long intended, long sent, long now, String why) {
        return new Answered(index, intended, sent, now, now, new long[0], 0, "", why);
    }
}
