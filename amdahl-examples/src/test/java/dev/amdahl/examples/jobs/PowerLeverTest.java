package dev.amdahl.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.MetricSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cap on power is declared with what allows it and with what it is for. */
final class PowerLeverTest {
    static final String CAPPED = """
            policy: {power: allow}
            jobs:
              - family: train
                command: [python3, train.py]
                accelerators: {type: h200, count: 8}
                metric: {name: accelerator_joules_per_work_unit}
                deadline: 2h
                levers:
                  - {name: power-cap, power: [300, 350 W, 80%, "90 %"]}
            """;

    @TempDir
    private Path folder;

    private JobsFile read(String text) throws IOException {
        return JobsFile.read(Files.writeString(folder.resolve("jobs.yaml"), text));
    }

    @Test
    void wattsAndSharesOfTheDefaultLimitAreRead() throws IOException {
        JobsFile file = read(CAPPED);

        Lever lever = file.jobs().get(0).levers().get(0);
        assertThat(lever.target()).isEqualTo(new LeverSetting.PowerCap());
        assertThat(lever.current()).isEqualTo(LeverSetting.PowerCap.AS_IT_IS);
        assertThat(lever.values())
                .containsExactly("300 W", "350 W", "80 %", "90 %")
                .allMatch(LeverSetting.PowerCap::isLimit);
        assertThat(lever.addresses()).containsExactly(Bottleneck.PRODUCTIVE);
        assertThat(file.jobs().get(0).metric()).isEqualTo(MetricSpec.ACCELERATOR_JOULES);
        assertThat(file.settings().policy(LoopPolicy.DEFAULT).isPowerAllowed()).isTrue();
        assertThat(read("jobs: [{family: f, command: [x]}]\n")
                        .settings()
                        .policy(LoopPolicy.DEFAULT)
                        .isPowerAllowed())
                .as("unless it is written")
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "policy: {power: allow}|policy: {pairs: 20}"
                        + "|:9:34: jobs[0].levers[0].power: lever 'power-cap' caps the power of accelerators, which the policy does"
                        + " not allow; write 'policy: {power: allow}', or remove the lever",
                "policy: {power: allow}|policy: {power: deny}|which the policy does not allow; write",
                "policy: {power: allow}|policy: {power: yes}|policy.power: unknown power 'yes'; write allow or deny",
                "deadline: 2h|time_limit: 2h|jobs[0]: a run under a cap on power may take longer, and the job does not say how"
                        + " long it may take; add 'deadline'",
                "accelerator_joules_per_work_unit|wall_seconds|a cap on power saves no time, and the job is compared by"
                        + " wall_seconds; add 'metric: {name: accelerator_joules_per_work_unit}'",
                "count: 8|count: 8, nodes: 2|caps the power of accelerators on several nodes",
                "type: h200|type: cpu|caps the power of no accelerators; declare 'accelerators' of one node",
                "[300|[0.5|'0.5' is no cap on power; give whole watts, as 300, or per cent of the default limit, as 80%",
                "80%|100%|'100%' is no cap on power",
                "power: [|values: [1], power: [|a power lever has its limits in 'power'; remove 'values'",
                "power: [|switch: true, power: [|lever 'power-cap' cannot be set while the job runs",
            })
    void whatIsMissingIsSaidInOneLine(String right, String wrong, String message) {
        String text = CAPPED.replace(right, wrong);
        assertThat(text).isNotEqualTo(CAPPED);

        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith(folder.toString());
    }
}
