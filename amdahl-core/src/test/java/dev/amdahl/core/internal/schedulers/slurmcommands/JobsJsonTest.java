package dev.amdahl.core.internal.schedulers.slurmcommands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.job.Accelerators;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JobsJsonTest {
    @Test
    void plainNumbersOfOldVersions() {
        Map<String, SlurmJob> jobs = Recorded.json("squeue-22.05.json");
        assertThat(jobs).containsOnlyKeys("1", "2", "3", "4", "5", "6_1", "6_2", "6_3", "7");
        SlurmJob failed = job(jobs, "1");
        assertThat(failed.phase()).isEqualTo(Phase.FINISHED);
        assertThat(failed.exit()).contains(new ExitStatus(7, 0));
        assertThat(failed.accelerators()).contains(new Accelerators("h200", 2));
        assertThat(Duration.between(failed.submitted(), failed.started().orElseThrow()))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(failed.told()).isEqualTo("job 1 is FAILED (NonZeroExitCode), exit code 7");
        assertThat(job(jobs, "6_1").name()).isEqualTo("sweep|odd name");
        assertThat(job(jobs, "3").accelerators()).contains(new Accelerators("unknown", 1));
        assertThat(job(jobs, "4").accelerators()).isEmpty();
        assertThat(job(jobs, "5").isRefused()).isTrue();
    }

    @Test
    void theEstimatedStartOfAPendingJobIsNoStart() {
        SlurmJob pending = job(Recorded.json("squeue-22.05.json"), "2");
        assertThat(new String(Recorded.bytes("squeue-22.05.json"), StandardCharsets.UTF_8))
                .as("Slurm estimates it a year ahead")
                .contains("\"start_time\": 1826869142");
        assertThat(pending.phase()).isEqualTo(Phase.WAITING);
        assertThat(pending.started()).isEmpty();
        assertThat(pending.ended()).isEmpty();
        assertThat(pending.accelerators()).contains(new Accelerators("unknown", 4));
    }

    @Test
    void numbersAsObjectsAndStatesAsListsOfNewVersions() {
        Map<String, SlurmJob> jobs = Recorded.json("squeue-23.11.json");
        assertThat(jobs).containsOnlyKeys("101", "102", "103_[2-3%1]", "103_1", "105");
        assertThat(job(jobs, "101").exit()).contains(new ExitStatus(7, 0));
        assertThat(job(jobs, "101").accelerators()).contains(new Accelerators("h200", 2));
        assertThat(job(jobs, "102").phase()).isEqualTo(Phase.ACTIVE);
        assertThat(job(jobs, "102").ended()).isEmpty();
        assertThat(job(jobs, "102").accelerators()).contains(new Accelerators("h200", 16));
        assertThat(job(jobs, "103_[2-3%1]").phase()).isEqualTo(Phase.BROKEN);
        assertThat(job(jobs, "103_[2-3%1]").restarts()).isEqualTo(2);
        assertThat(job(jobs, "103_1").phase()).isEqualTo(Phase.BROKEN);
        assertThat(job(jobs, "103_1").exit()).contains(new ExitStatus(0, 9));
        assertThat(job(jobs, "103_1").accelerators()).contains(new Accelerators("unknown", 1));
        assertThat(job(jobs, "105").phase()).isEqualTo(Phase.UNKNOWN);
        assertThat(job(jobs, "105").started()).isEmpty();
    }

    @Test
    void accounting() {
        Map<String, SlurmJob> jobs = Recorded.json("sacct-23.11.json");
        assertThat(jobs).containsOnlyKeys("201", "202_4", "207");
        SlurmJob done = job(jobs, "201");
        assertThat(done.accelerators()).contains(new Accelerators("h200", 16));
        assertThat(done.user()).isEqualTo("ada");
        assertThat(Duration.between(done.started().orElseThrow(), done.ended().orElseThrow()))
                .isEqualTo(Duration.ofHours(1));
        assertThat(job(jobs, "202_4").phase()).isEqualTo(Phase.BROKEN);
        assertThat(job(jobs, "207").started()).isEmpty();
        assertThat(job(jobs, "207").accelerators()).contains(new Accelerators("unknown", 4));
    }

    /** However much of an answer came, it is refused or read as what it says; never as fewer jobs. */
    @ParameterizedTest
    @ValueSource(strings = {"squeue-22.05.json", "squeue-23.11.json", "sacct-23.11.json"})
    void halfAnAnswerIsNone(String name) {
        byte[] whole = Recorded.bytes(name);
        int all = Recorded.json(name).size();
        int refused = 0;
        for (int length = 0; length < whole.length; length += 1 + whole.length / 400) {
            byte[] half = Arrays.copyOf(whole, length);
            try (Stream<SlurmJob> jobs = JobsJson.read(name, new ByteArrayInputStream(half))) {
                assertThat(jobs.toList()).hasSize(all);
            } catch (MalformedAnswerException e) {
                assertThat(e).hasMessageStartingWith("slurm, " + name).hasMessageNotContaining("\n");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(300);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"jobs\": null}",
                "{\"jobs\": {}}",
                "slurm_load_jobs error",
                "{\"jobs\": [1, \"x\""
            })
    void whatIsNoAnswerIsRefused(String text) {
        assertThatThrownBy(
                        () -> JobsJson.read("squeue", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                                .toList())
                .isInstanceOf(MalformedAnswerException.class);
    }

    @Test
    void whatIsNoJobIsLeftOut() {
        String text = "{\"jobs\": [1, \"x\", {}, [], {\"job_id\": 4}, {\"job_id\": \"5\", \"submit_time\": 6}]}";
        assertThat(JobsJson.read("squeue", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))))
                .isEmpty();
    }

    @Test
    void severalStatesAtOnce() {
        assertThat(Phase.of(List.of("COMPLETED", "COMPLETING"))).isEqualTo(Phase.ACTIVE);
        assertThat(Phase.of(List.of("CANCELLED", "COMPLETING"))).isEqualTo(Phase.CANCELLED);
        assertThat(Phase.of(List.of("RUNNING", "CONFIGURING"))).isEqualTo(Phase.WAITING);
        assertThat(Phase.of(List.of("CANCELLED by 1000"))).isEqualTo(Phase.CANCELLED);
        assertThat(Phase.of(List.of("PREEMPTED"))).isEqualTo(Phase.BROKEN);
        assertThat(Phase.of(List.of("RUNNING", "SOMETHING_NEW"))).isEqualTo(Phase.ACTIVE);
        assertThat(Phase.of(List.of())).isEqualTo(Phase.UNKNOWN);
    }

    private static SlurmJob job(Map<String, SlurmJob> jobs, String id) {
        return Optional.ofNullable(jobs.get(id)).orElseThrow();
    }
}
