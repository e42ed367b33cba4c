package dev.amdahl.core.internal.report.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.report.FixtureView;
import dev.amdahl.core.internal.report.ReportFixture;
import dev.amdahl.core.internal.roi.Rates;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class SpentTest {
    @Test
    void aBuildThatNobodyMeasuredIsNotCalledFree() {
        Spent spent = Spent.of(ReportFixture.firstDay().view(), new Rates(0, OptionalDouble.of(10), 1, 0, 1));

        assertThat(spent.unmeasuredBuilds()).isEqualTo(1);
        assertThat(spent.buildHours()).isEmpty();
        assertThat(spent.buildMoney()).isEmpty();
    }

    @Test
    void whereNothingWasBuiltNothingWasSpentOnIt() {
        Spent spent = Spent.of(FixtureView.EMPTY.with(List.of()), Rates.DEFAULT);

        assertThat(spent.buildHours()).hasValue(0);
        assertThat(spent.buildMoney()).hasValue(0);
    }
}
