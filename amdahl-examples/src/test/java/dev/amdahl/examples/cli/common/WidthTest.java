package dev.amdahl.examples.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WidthTest {
    @Test
    void aFigureAndItsUnitStandInOneLine() {
        assertThat(new Width(20).lines("", "the variant took 12.5 ms of <3 min, -5 %"))
                .isEqualTo("the variant took\n12.5 ms of <3 min,\n-5 %\n");
    }

    @Test
    void aListWithoutSpacesIsBrokenAtItsCommas() {
        assertThat(new Width(24).lines("note: ", "columns: family=name,count=gpus,unit=percent; see there"))
                .isEqualTo(
                        "note: columns:\n      family=name,\n      count=gpus,\n      unit=percent; see\n      there\n");
        assertThat(new Width(10).lines("", "/a/path/that/has/none")).isEqualTo("/a/path/that/has/none\n");
    }
}
