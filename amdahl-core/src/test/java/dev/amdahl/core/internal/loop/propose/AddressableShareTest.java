package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.loop.CycleFixture;
import dev.amdahl.core.internal.loop.propose.AddressableShare.Win;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.junit.jupiter.api.Test;

final class AddressableShareTest {

    @Test
    void withoutWinsItIsThePrior() {
        AddressableShare share = AddressableShare.of(List.of(), "h200");
        assertThat(share.mean()).isEqualTo(.3);
        assertThat(share.told()).isEqualTo("addressable share 0.30, by the prior: no win of its class");
    }

    @Test
    void winsOnTheAcceleratorCountMoreThanThoseOnOthers() {
        List<Win> wins = List.of(new Win("h200", .9), new Win("a100", .1), new Win("a100", .1));
        AddressableShare onH200 = AddressableShare.of(wins, "h200");
        assertThat(onH200.mean()).isCloseTo((4 * (1.2 + .2) / 6 + .9) / 5, within(1e-12));
        assertThat(AddressableShare.of(wins, "a100").mean()).isCloseTo((4 * (1.2 + .9) / 5 + .2) / 6, within(1e-12));
        assertThat(AddressableShare.of(wins, "b200").mean()).isCloseTo((1.2 + 1.1) / 7, within(1e-12));
        assertThat(onH200.told()).isEqualTo("addressable share 0.37, by 3 wins of its class, 1 on this accelerator");
    }

    @Test
    void aLedgerWithoutWinsGivesThePrior() {
        try (CycleFixture world = new CycleFixture()) {
            assertThat(AddressableShare.of(world.cycle().view(), Bottleneck.INPUT_STARVATION, "h200"))
                    .isEqualTo(new AddressableShare(.3, 0, 0));
        }
    }

    /**
     * Classes whose chance to win and whose captured part are drawn from the priors. What the ranking expects of one more idea, the product of
     * both posteriors, is on average what ideas bring; counting those that did not win in both would halve it.
     */
    @Test
    void whatTheRankingExpectsIsWhatIdeasBring() {
        SplittableRandom random = new SplittableRandom(7);
        BetaDistribution chances = BetaDistribution.of(1, 4);
        BetaDistribution parts = BetaDistribution.of(1.2, 2.8);
        double expected = 0;
        double twice = 0;
        double brought = 0;
        int classes = 20_000;
        for (int i = 0; i < classes; i++) {
            double chance = chances.inverseCumulativeProbability(random.nextDouble());
            double part = parts.inverseCumulativeProbability(random.nextDouble());
            List<Win> wins = new ArrayList<>();
            int ideas = random.nextInt(12);
            for (int idea = 0; idea < ideas; idea++) {
                if (random.nextDouble() < chance) {
                    wins.add(new Win("h200", Math.min(1, Math.max(0, part + .05 * random.nextGaussian()))));
                }
            }
            double rate = new WinRate(wins.size(), ideas).mean();
            expected += rate * AddressableShare.of(wins, "h200").mean();
            double sum = wins.stream().mapToDouble(Win::captured).sum();
            twice += rate * (1.2 + sum) / (4 + ideas);
            brought += chance * part;
        }
        assertThat(expected / brought).isBetween(.97, 1.03);
        assertThat(twice / brought).isLessThan(.8);
    }
}
