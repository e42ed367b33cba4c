package dev.amdahl.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.report.picture.Markup;
import org.junit.jupiter.api.Test;

final class LoopSectionTest {
    @Test
    void eachStepOfTheFunnelHoldsWhatTheOneBeforeLetThrough() {
        ReportFixture day = ReportFixture.firstDay();
        Markup page = new Markup();

        LoopSection.add(page, day.view(), day.inputs().build());

        assertThat(page.toString())
                .contains("In turn: propose, 7 hypotheses; verify, 5 tried, 3 proven; dream, 1 idea found, 0 proposed;")
                .contains("scanned 3 jobs; profiled 3 jobs; hypotheses 7; tried 5; won its test 3;"
                        + " survived the panel 3; promoted 1; captured not seen yet;");
    }
}
