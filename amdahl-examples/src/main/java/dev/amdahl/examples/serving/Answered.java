package dev.amdahl.examples.serving;

import java.util.List;
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
        List<Long> tokens,
        double generated,
        String digest,
        @Nullable String failure) {
    Answered {
        tokens = List.copyOf(tokens);
    }

    boolean isGood() {
        return failure == null;
    }

    /** Returns a time that the objective may bound; 0 where the answer has none. */
    double seconds(Objective.Part part) {
        return switch (part) {
            case LATENCY -> (last - intended) / 1e9;
            case FIRST -> (first - intended) / 1e9;
            case TOKEN ->
                tokens.size() < 2 ? 0 : (tokens.get(tokens.size() - 1) - tokens.get(0)) / 1e9 / (tokens.size() - 1);
        };
    }

    static Answered failed(int index, long intended, long sent, long now, String why) {
        return new Answered(index, intended, sent, now, now, List.of(), 0, "", why);
    }
}
