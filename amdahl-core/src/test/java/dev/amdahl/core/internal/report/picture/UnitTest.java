package dev.amdahl.core.internal.report.picture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class UnitTest {
    @Test
    void theLargestChoosesAndAllAreSaidInIt() {
        assertThat(Unit.of(0)).isEqualTo(Unit.SECONDS);
        assertThat(Unit.of(2e-5)).isEqualTo(Unit.MICROSECONDS);
        assertThat(Unit.of(.05)).isEqualTo(Unit.MILLISECONDS);
        assertThat(Unit.of(119)).isEqualTo(Unit.SECONDS);
        assertThat(Unit.of(120)).isEqualTo(Unit.MINUTES);
        assertThat(Unit.of(7_200)).isEqualTo(Unit.HOURS);
        assertThat(Unit.of(200_000)).isEqualTo(Unit.DAYS);
        assertThat(Unit.ofHours(400)).isEqualTo(Unit.HOURS);
        assertThat(Unit.ofHours(.02)).isEqualTo(Unit.SECONDS);
        assertThat(Unit.HOURS.words(90)).isEqualTo("0.0250 h");
        assertThat(Unit.HOURS.words(1)).isEqualTo("1.00 s");
        assertThat(Unit.HOURS.words(0)).isEqualTo("0 h");
        assertThat(Unit.HOURS.ticks(2 * 3_600)).containsExactly(0.0, 1_800.0, 3_600.0, 5_400.0, 7_200.0);
        assertThat(Unit.HOURS.tick(1_800)).isEqualTo("0.5 h");
    }
}
