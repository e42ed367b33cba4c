package dev.amdahl.core.internal.loop.screen;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.ledger.view.TestRecord;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.online.TestOutcome;
import dev.amdahl.spi.hypothesis.Hypothesis;

/**
 * What the next experiment gets of the error budget, by all tests so far.
 *
 * @param alpha its level
 * @param bar the evidence that a win needs over both sets
 */
public record NextTest(double alpha, double bar) {
    /** An idea that has not worked elsewhere needs so many times the evidence. */
    private static final double EXPERIMENTAL = 2;

    /** Returns that of a hypothesis, if it were submitted now. */
    public static NextTest of(Cycle cycle, Hypothesis hypothesis) {
        EvidencePolicy policy = cycle.policy().evidence();
        double strictness = hypothesis.provenance().isExperimental() ? EXPERIMENTAL : 1;
        double alpha = cycle.policy().isErrorControlledOnline()
                ? policy.onlineFdr()
                        .nextLevel(
                                cycle.view().tests().stream()
                                        .map(NextTest::outcome)
                                        .toList(),
                                cycle.view().events() + 1)
                : policy.alphaFloor();
        return new NextTest(alpha / strictness, strictness * policy.bar(alpha));
    }

    /** Returns what online control knows of an earlier test. */
    private static TestOutcome outcome(TestRecord test) {
        return test.isOpen()
                ? TestOutcome.open(test.designedAtEvent())
                : new TestOutcome(test.designedAtEvent(), test.decidedAtEvent(), test.p());
    }
}
