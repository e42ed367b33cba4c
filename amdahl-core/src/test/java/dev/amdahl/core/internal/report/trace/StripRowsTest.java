package dev.amdahl.core.internal.report.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.spi.job.Activity;
import org.junit.jupiter.api.Test;

class StripRowsTest {
    private static final Shade CODE = Shade.of(Activity.HOST_CODE);

    @Test
    void nestedCallsLieInRowsThatDoNotOverlap() {
        Strip strip = new Strip("main");
        strip.add(0, 100, CODE, "outer");
        strip.add(10, 40, CODE, "first");
        strip.add(40, 60, CODE, "second");
        strip.add(100, 120, CODE, "next");

        StripRows layout = StripRows.of(strip, 100);

        assertThat(layout.rows()).hasSize(2);
        assertThat(layout.rows().get(0).cells).extracting(StripRows.Cell::text).containsExactly("outer", "next");
        assertThat(layout.rows().get(1).cells).extracting(StripRows.Cell::text).containsExactly("first", "second");
        assertThat(layout.merged()).isZero();
    }

    @Test
    void manyShortNeighboursAreDrawnAsOneAndCounted() {
        Strip strip = new Strip("main");
        for (int i = 0; i < 10_000; i++) {
            strip.add(i * 1_000L, i * 1_000L + 900, CODE, "call " + i);
        }
        strip.add(20_000_000, 90_000_000, CODE, "long");

        StripRows layout = StripRows.of(strip, 50);

        long cells = layout.rows().stream().mapToLong(row -> row.cells.size()).sum();
        assertThat(cells).isLessThanOrEqualTo(50);
        assertThat(layout.merged() + cells).isEqualTo(10_001);
        assertThat(layout.rows().get(0).cells)
                .last()
                .extracting(StripRows.Cell::text)
                .isEqualTo("long");
    }

    @Test
    void thinningKeepsShadesApart() {
        Strip strip = new Strip("main");
        Shade wait = Shade.of(Activity.SYNC);
        for (int i = 0; i < 100; i++) {
            strip.add(i * 10L, i * 10L + 10, i % 50 == 49 ? wait : CODE, "call");
        }

        StripRows layout = StripRows.of(strip, 10);

        assertThat(layout.rows().get(0).cells)
                .extracting(cell -> cell.shade.name())
                .containsExactly(CODE.name(), wait.name(), CODE.name(), wait.name());
    }

    @Test
    void intervalsBeyondTheDeepestRowAreCounted() {
        Strip strip = new Strip("main");
        for (int i = 0; i < 15; i++) {
            strip.add(i, 100 - i, CODE, "depth " + i);
        }

        assertThat(StripRows.of(strip, 100).tooDeep()).isEqualTo(5);
    }

    @Test
    void intervalsOutOfOrderAreRefused() {
        Strip strip = new Strip("main");
        strip.add(10, 20, CODE, "one");

        assertThatIllegalArgumentException().isThrownBy(() -> strip.add(9, 30, CODE, "two"));
        assertThatIllegalArgumentException().isThrownBy(() -> strip.add(30, 29, CODE, "two"));
    }
}
