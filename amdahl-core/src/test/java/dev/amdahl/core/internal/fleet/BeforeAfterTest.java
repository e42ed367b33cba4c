package dev.amdahl.core.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BeforeAfterTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    private static FleetJob job(String family, int day, long seconds) {
        Instant from = START.plusSeconds(86_400L * day);
        return new FleetJob(
                family + day,
                family,
                "",
                new Accelerators("h200", 1),
                from,
                Optional.of(from),
                Optional.of(from.plusSeconds(seconds)),
                Optional.empty(),
                Map.of());
    }

    private static List<FleetJob> jobs(int from, long seconds) {
        return IntStream.range(from, from + 30)
                .mapToObj(day -> job("eval", day, seconds))
                .toList();
    }

    @Test
    void evenAHalvedTimeOverManyRunsIsInconclusiveWithoutAControl() {
        Comparison said = BeforeAfter.describe(jobs(0, 1000), jobs(30, 500));

        assertThat(said.decision()).contains(Decision.INCONCLUSIVE);
        assertThat(said.reason()).startsWith("no control: 30 runs before and 30 after");
        assertThat(said.ratio()).hasValue(.5);
        assertThat(said.pairs()).isZero();
        assertThat(said.evidence()).isEqualTo(1);
        assertThat(said.lower()).isEmpty();
    }

    @Test
    void withoutRunsThereIsNoFigure() {
        assertThat(BeforeAfter.describe(List.of(), jobs(0, 10)).ratio()).isEmpty();
    }

    @Test
    void runsOfDifferentWorkloadsAreRefused() {
        assertThatThrownBy(() -> BeforeAfter.describe(jobs(0, 10), List.of(job("train", 40, 10))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[eval, train]");
    }
}
