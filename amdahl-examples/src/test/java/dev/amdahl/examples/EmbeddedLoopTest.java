package dev.amdahl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EmbeddedLoopTest {
    @Test
    void aHostRunsItsFirstCycle() {
        ScriptedScheduler scheduler = new ScriptedScheduler(1, arm -> {
            throw new IllegalStateException("nothing is collected in a first cycle");
        });
        EmbeddedLoop loop = new EmbeddedLoop(scheduler, (from, to) -> Stream.empty(), new ScriptedGate());

        CycleReport report = loop.cycle(
                "jdbc:h2:mem:embedded",
                List.of(JobSpec.builder("nightly-eval", List.of("true")).build()));

        assertThat(report.view().families()).hasSize(1);
        assertThat(scheduler.submitted()).isNotEmpty();
    }
}
