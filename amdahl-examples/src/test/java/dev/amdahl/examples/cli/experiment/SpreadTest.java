package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Power;
import org.junit.jupiter.api.Test;

final class SpreadTest {
    private static final Power POWER = new Power(EvidencePolicy.DEFAULT);

    @Test
    void noEffectIsNotClaimedBeyondWhatTheSpreadCouldShow() {
        double[] wide = {.5, -.4, .6, -.5, .4, -.6};
        assertThat(Spread.caveat(wide, .1, POWER, 400))
                .hasValueSatisfying(caveat -> assertThat(caveat)
                        .startsWith("the pairs vary by 55 %, assumed were 10 %: less than about ")
                        .containsPattern("about 2\\d %"));
    }

    @Test
    void aSpreadAsAssumedNeedsNoWord() {
        assertThat(Spread.caveat(new double[] {.1, -.1, .12, -.08, .05}, .1, POWER, 400))
                .isEmpty();
        assertThat(Spread.caveat(new double[] {2, -2}, .1, POWER, 400)).isEmpty();
    }
}
