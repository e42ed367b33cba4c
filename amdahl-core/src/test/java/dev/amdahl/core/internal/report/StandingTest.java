package dev.amdahl.core.internal.report;

import static dev.amdahl.core.internal.report.ReportFixture.setting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class StandingTest {
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    @Test
    void theNumbersOfTheHeadAddUpToAllHypotheses() {
        ReportFixture fixture = new ReportFixture();
        fixture.family("job", Bottleneck.SYNC_STALL, .3);
        int all = 0;
        int each = 0;
        for (HypothesisState state : HypothesisState.values()) {
            each++;
            for (int i = 0; i < each; i++) {
                all++;
                fixture.plain("h" + all, "job", setting("lever", "1", "" + all), state);
            }
        }
        String said = Standing.all(fixture.view().totals());

        assertThat(sum(said.replaceAll("\\([^)]*\\)", ""))).isEqualTo(all);
        String undecided = said.replaceAll(".*, (\\d+ not decided yet)", "$1");
        assertThat(sum(undecided.replaceAll("\\(.*", "")))
                .isEqualTo(sum(undecided.replaceAll(".*\\(", "")))
                .isEqualTo(Standing.UNDECIDED.count(fixture.view().totals()));
        assertThat(said).contains("inconclusive", "waiting for a lever", "waiting for a metric", "in test");
    }

    @Test
    void whatNobodyStandsAtIsLeftOut() {
        ReportFixture fixture = new ReportFixture();
        fixture.plain("h", "job", setting("lever", "1", "2"), HypothesisState.NEEDS_LEVER);
        assertThat(Standing.all(fixture.view().totals())).isEqualTo("1 not decided yet (1 waiting for a lever)");
    }

    private static int sum(String text) {
        return NUMBER.matcher(text)
                .results()
                .map(MatchResult::group)
                .mapToInt(Integer::parseInt)
                .sum();
    }
}
