package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many claims the panel stops of which one run of the variant in ten takes a third longer, and how many clean ones it keeps from a win. */
class StragglerRateTest {
    private static final int DRAWS = Requires.fullSize() ? 1000 : 300;
    private static final int CAP = 120;
    private static final double SLOWER = Math.log(1.35);

    /** Shares of all draws: stopped at the first look; no win in the end, after the pairs that were asked for. */
    private record Rates(double stopped, double lost, double refuted) {}

    private static Trap trap(long seed, boolean isStraggling, double effect) {
        Trap trap = new Trap(seed) {
            @Override
            void spring(Draft draft) {
                draft.failed[0] = false;
                draft.failed[1] = false;
                draft.log[1] += isStraggling && random.nextDouble() < .1 ? SLOWER : 0;
            }
        };
        trap.effect = effect;
        trap.pairs = CAP;
        return trap;
    }

    private static Rates measure(boolean isStraggling, double effect, int pairs) {
        int stopped = 0;
        int lost = 0;
        int refuted = 0;
        for (long seed = 0; seed < DRAWS; seed++) {
            Trap trap = trap(seed, isStraggling, effect);
            List<Draft> drafts = trap.drafts();
            PanelResult result = Panel.standard().examine(trap.evidence(seed, drafts.subList(0, pairs)));
            stopped += result.survives() ? 0 : 1;
            OptionalInt more = result.target(0, CAP);
            for (int asked = 1; more.isPresent(); asked++) {
                result = Panel.standard().examine(trap.evidence(seed, drafts.subList(0, more.getAsInt())));
                more = result.target(asked, CAP);
            }
            lost += result.survives() ? 0 : 1;
            refuted += result.outcome() == PanelResult.Outcome.REFUTED ? 1 : 0;
        }
        return new Rates(stopped / (double) DRAWS, lost / (double) DRAWS, refuted / (double) DRAWS);
    }

    @ParameterizedTest
    @CsvSource({"24, .65, .50", "14, .42, .35"})
    void claimsWithStragglersAreStoppedAndMostOfThemBecomeNoWin(int pairs, double stopped, double lost) {
        Rates rates = measure(true, -.05, pairs);

        assertThat(rates.stopped()).isGreaterThanOrEqualTo(stopped);
        assertThat(rates.lost()).isGreaterThanOrEqualTo(lost);
    }

    @ParameterizedTest
    @CsvSource({"24, -.05", "14, -.05", "24, -.10", "14, -.10"})
    void cleanClaimsBecomeWins(int pairs, double effect) {
        Rates rates = measure(false, effect, pairs);

        assertThat(rates.stopped()).as("more pairs are asked for").isLessThanOrEqualTo(.05);
        assertThat(rates.lost()).isLessThanOrEqualTo(.02);
        assertThat(rates.refuted()).isZero();
    }
}
