package dev.amdahl.examples.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import org.junit.jupiter.api.Test;

/** What the analyses of a timeline need, said before they are begun. */
final class TraceRoomTest {
    private static final long MEBI = 1L << 20;

    @Test
    void whatDoesNotFitIsRefusedWithAHeapThatIsEnough() {
        TraceRoom room = new TraceRoom(4_688_364, 0, 352 * MEBI);
        assertThatThrownBy(() -> room.require("big.json", false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("big.json")
                .hasMessageContaining("4688364 intervals")
                .hasMessageContaining("-Xmx400m");
        assertThatCode(() -> new TraceRoom(4_688_364, 0, 400 * MEBI).require("big.json", false))
                .doesNotThrowAnyException();
    }

    @Test
    void theCriticalPathAndOtherRanksNeedMore() {
        TraceRoom room = new TraceRoom(1_000_000, 0, 128 * MEBI);
        assertThatCode(() -> room.require("t.json", false)).doesNotThrowAnyException();
        assertThatThrownBy(() -> room.require("t.json", true)).hasMessageContaining("critical path");
        assertThatThrownBy(() -> new TraceRoom(1_000_000, 7_000_000, 128 * MEBI).require("t.json", false))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void twoAnalysesRunAtOnceOnlyWhereBothFit() {
        assertThat(new TraceRoom(4_688_364, 0, 512 * MEBI).isAmple()).isFalse();
        assertThat(new TraceRoom(4_688_364, 0, 1024 * MEBI).isAmple()).isTrue();
    }
}
