package dev.amdahl.core.stats.online;

import java.util.List;

/**
 * Control of the false discovery rate over a stream of tests that overlap in time, as a pure fold over their history.
 * Implementations are immutable and thread-safe.
 *
 * <p>The level of a test is fixed when it is submitted and rests only on decisions made before that (Zrnic, Ramdas and
 * Jordan 2021, asynchronous testing): results that come later never change it, and tests that are still open count as if
 * they were not going to be rejected. A test that is decided before the next one is submitted gives the ordinary form.
 */
public sealed interface OnlineFdr permits LordPlusPlus, Saffron, Addis, Lond, ELond, AlphaSpending {

    /** The rate to control. */
    double alpha();

    /** An empty stream to which submissions and decisions are added as they happen. */
    OnlineStream start();

    /**
     * The level of each test, in the order of submission, whatever the order of the list.
     *
     * @throws IllegalArgumentException if two tests have one submission number
     */
    default double[] levels(List<TestOutcome> history) {
        return new History(history).replay(start(), Long.MAX_VALUE).levels();
    }

    /**
     * The level of a test that is submitted now, after all of the history.
     *
     * @throws IllegalArgumentException if two tests have one submission number, or one was submitted at this or later
     */
    default double nextLevel(List<TestOutcome> history, long submitted) {
        return new History(history).replay(start(), submitted).submit();
    }
}
