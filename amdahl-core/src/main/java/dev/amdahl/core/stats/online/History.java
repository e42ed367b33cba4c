package dev.amdahl.core.stats.online;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The submissions and decisions of a history in the order in which they happened. Immutable. */
final class History {

    private final TestOutcome[] tests;
    private final int[] byDecision;

    History(List<TestOutcome> history) {
        tests = history.toArray(TestOutcome[]::new);
        Arrays.sort(tests, Comparator.comparingLong(TestOutcome::submitted));
        for (int i = 1; i < tests.length; i++) {
            if (tests[i - 1].submitted() == tests[i].submitted()) {
                throw new IllegalArgumentException("two tests were submitted at " + tests[i].submitted());
            }
        }
        byDecision = IntStream.range(0, tests.length)
                .boxed()
                .filter(test -> tests[test].isDecided())
                .sorted(Comparator.comparingLong((Integer test) -> tests[test].decided()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Adds to a stream all that happened before; a decision counts for the submissions with a greater number only. */
    OnlineStream replay(OnlineStream stream, long before) {
        if (tests.length > 0 && tests[tests.length - 1].submitted() >= before) {
            throw new IllegalArgumentException("a test was submitted at " + tests[tests.length - 1].submitted()
                    + ", not before the next one at " + before);
        }
        int next = 0;
        for (int test = 0; test < tests.length; test++) {
            next = decide(stream, next, tests[test].submitted());
            stream.submit();
        }
        decide(stream, next, before);
        return stream;
    }

    private int decide(OnlineStream stream, int from, long before) {
        int next = from;
        while (next < byDecision.length && tests[byDecision[next]].decided() < before) {
            stream.decide(byDecision[next], tests[byDecision[next]].p());
            next++;
        }
        return next;
    }
}
