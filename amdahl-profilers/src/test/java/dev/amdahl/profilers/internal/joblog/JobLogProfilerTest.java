package dev.amdahl.profilers.internal.joblog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JobLogProfilerTest {
    static final String TIMED = """
            [2024-03-15 10:00:00,000] starting
            [2024-03-15 10:00:20,000] Loading weights took 12.5 seconds
            [2024-03-15 10:00:40,000] torch.compile takes 15.0 s in total
            [2024-03-15 10:00:50,000] epoch 0 iter 1/100 time: 8.0 loss: 2.5
            [2024-03-15 10:00:51,000] epoch 0 iter 2/100 time: 1.0 loss: 2.0
            [2024-03-15 10:00:53,000] epoch 0 iter 4/100 time: 1.0 loss: 1.5
            [2024-03-15 10:00:53,000] Saving checkpoint to /tmp/x
            [2024-03-15 10:00:56,500] Saved checkpoint
            [2024-03-15 10:00:57,500] epoch 0 iter 5/100 time: 1.0 loss: 1.0
            [2024-03-15 10:01:00,000] validation finished in 2.0 s
            """;
    private static final Offset<Double> EXACT = within(1e-9);

    @TempDir
    Path directory;

    JobLogProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void aLogWithTimesIsATimelineOnTheClock() throws IOException {
        Profile profile = read(TIMED);
        Timeline timeline = profile.timeline().orElseThrow();
        Instant began = Instant.parse("2024-03-15T10:00:00Z");
        assertThat(timeline.isEpochBased()).isTrue();
        assertThat(timeline.startNanos())
                .isEqualTo(Duration.between(Instant.EPOCH, began).toNanos());
        assertThat(timeline.endNanos() - timeline.startNanos()).isEqualTo(60_000_000_000L);
        assertThat(timeline.accelerators()).isZero();
        assertThat(shown(timeline))
                .containsExactly(
                        "HOST_CODE weights load 7500-20000",
                        "HOST_CODE compile 25000-40000",
                        "CHECKPOINT checkpoint 53000-56500",
                        "SIDE_WORK evaluation 58000-60000",
                        "STEP step 1 42000-50000",
                        "STEP step 2 50000-51000",
                        "STEP step 3 51000-52000",
                        "STEP step 4 52000-53000",
                        "STEP step 5 56500-57500");
        assertThat(profile.counters())
                .containsEntry("weights_load_seconds", 12.5)
                .containsEntry("compile_seconds", 15.0)
                .containsEntry("checkpoint_seconds", 3.5)
                .containsEntry("evaluation_seconds", 2.0)
                .containsEntry("warmup_seconds", 50.0)
                .containsEntry("step_seconds_p50", 1.0)
                .containsEntry("loss_first", 2.5)
                .containsEntry("loss_last", 1.0)
                .containsEntry("log_steps", 4.0)
                .doesNotContainKeys("import_seconds", "comm_init_seconds", "recompile_per_100_steps", "lost_work_frac");
        assertThat(profile.findings()).contains("times without a zone are taken as UTC");
    }

    @Test
    void aLogWithoutTimesIsStepsEndToEnd() throws IOException {
        Profile profile = read(
                "step 1 loss 0.31 12.3 ms\nnoise\nstep 2 loss 0.30 12.7 ms\nsaved checkpoint in 2 s\nstep 3 loss nan 10 ms\n");
        Timeline timeline = profile.timeline().orElseThrow();
        assertThat(timeline.isEpochBased()).isFalse();
        assertThat(shown(timeline))
                .containsExactly(
                        "CHECKPOINT checkpoint 25-2025",
                        "STEP step 1 0-12",
                        "STEP step 2 12-25",
                        "STEP step 3 2025-2035");
        assertThat(profile.counters())
                .doesNotContainKeys("log_seconds", "warmup_seconds")
                .containsEntry("loss_last", .3);
        assertThat(profile.findings())
                .contains(
                        "no times in the log: its steps are laid end to end, and the gaps between them are not shown",
                        "1 step has a loss that is not a number");
    }

    @Test
    void aStepThatSeveralLoggersWriteIsOneStepWithTheFiguresOfAll() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 5; i++) {
            text.append("steps: ").append(i).append(" loss: 2.5 iter time (s): 1.0 samples/sec: 8.0\n");
            text.append("step=").append(i).append(", skipped=0, lr=[0.01], CurrSamplesPerSec=16.0, loss: 2.5\n");
            text.append("iteration ")
                    .append(i)
                    .append("/ 500 | elapsed time per iteration (ms): 1000.0 | TFLOPs: 40.5 |"
                            + " tokens per second: 4096 | lm loss: 2.5E+00\n");
        }
        Profile profile = read(text.toString());

        assertThat(profile.counters())
                .containsEntry("log_steps", 5.0)
                .containsEntry("step_seconds_p50", 1.0)
                .containsEntry("log_tflops_per_accelerator", 40.5)
                .containsEntry("log_tokens_per_second", 4096.0)
                .containsEntry("log_samples_per_second", 8.0)
                .doesNotContainKeys("lost_work_frac");
    }

    /** The lines of Megatron-LM as AMD-AGI/Primus and of Megatron-DeepSpeed as argonne-lcf write them, with other numbers. */
    @Test
    void iterationsOfMegatronCountOnceWithTheirRates() throws IOException {
        StringBuilder text = new StringBuilder("[20260511 02:57:00][rank-0/8][INFO] start\n");
        for (int i = 1; i <= 4; i++) {
            String line = "[20260511 02:59:0" + i + "][rank-7/8][DEBUG] [----utils.py:425] : [2026-05-11 02:59:0" + i
                    + ".500000] iteration        " + i + "/      20 | consumed samples:          896 |"
                    + " elapsed time per iteration (ms): " + (i == 1 ? "8000.0" : "1000.0/2500.0")
                    + " | throughput per GPU (TFLOP/s/GPU): " + (i == 1 ? "98.1" : "238.4/230.0")
                    + "  | tokens per GPU (tokens/s/GPU): 14243.1/14000.0 | global batch size:   896 |"
                    + " lm loss: 1.186185E+01 | loss scale: 1.0 | grad norm: 5.021 |\n";
            text.append(line).append(line);
        }
        Profile profile = read(text + "[2026-05-11 02:59:10] saving checkpoint at iteration 4 to /x\n");
        assertThat(profile.counters())
                .containsEntry("log_steps", 4.0)
                .containsEntry("log_seconds", 130.0)
                .containsEntry("step_seconds_p50", 1.0)
                .containsEntry("log_tflops_per_accelerator", 238.4)
                .containsEntry("log_samples_per_second", 896.0)
                .containsEntry("log_tokens_per_second_per_accelerator", 14243.1)
                .doesNotContainKey("log_tokens_per_second");
    }

    @Test
    void theNoiseScaleOfTheGradientsCountsByTheBatch() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 3; i++) {
            text.append("iteration ")
                    .append(i)
                    .append("/ 500 | elapsed time per iteration (ms): 1000.0 | loss scale: 65536.0 |")
                    .append(" gradient noise scale: ")
                    .append(i)
                    .append(".024E+03 | global batch size: 256 | lm loss: 2.5E+00\n");
        }

        assertThat(read(text.toString()).counters()).containsEntry("noise_scale_per_batch", 2024.0 / 256);
        assertThat(read(text.toString().replace("global batch size", "batch")).counters())
                .doesNotContainKey("noise_scale_per_batch");
    }

    @Test
    void whatBatchAndTimeGiveCountsBeforeATimersRate() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 3; i++) {
            text.append("""
                    [2024-04-21 02:45:2%1$d,651] [INFO] [logging.py:96:log_dist] [Rank 0] step=%1$d, skipped=0, lr=[1.0e-07]
                    [2024-04-21 02:45:2%1$d,722] [INFO] [timer.py:260:stop] epoch=0/micro_step=%1$d/global_step=%1$d, RunningAvgSamplesPerSec=74.6, CurrSamplesPerSec=74.7, MemAllocated=4.75GB
                    [2024-04-21 02:45:2%1$d,723] [INFO] [logging.py:96:log_dist] [Rank 0] time (ms) | fwd: 3865.91 | step: 888.45
                    [2024-04-21 02:45:2%1$d][INFO][training:1251] -  iteration=       %1$d/  317892 | elapsed_time_per_iteration_ms=16000.0 | global_batch_size=  256 | lm loss=11.208171 | actual_seqlen= 4096 | samples_per_second=15.969 | tokens_per_gpu_per_second_tgs=8176.383 | TFLOPs=160.07 |
                    """.formatted(i));
        }
        assertThat(read(text.toString()).counters())
                .containsEntry("log_steps", 3.0)
                .containsEntry("step_seconds_p50", 16.0)
                .containsEntry("log_samples_per_second", 16.0)
                .containsEntry("log_tokens_per_second", 65_536.0)
                .containsEntry("log_tokens_per_second_per_accelerator", 8176.383)
                .containsEntry("log_tflops_per_accelerator", 160.07);
    }

    @Test
    void stepsThatComeLongAfterTheGreetingAreFound() throws IOException {
        String arguments = "  some_argument ............................... False\n".repeat(2_000);
        read("--------------- arguments ---------------\n" + arguments
                + " iteration 1/ 20 | elapsed time per iteration (ms): 8.0 | lm loss: 1.1E+01 |\n");
    }

    @Test
    void jsonLinesWithAnEpochTime() throws IOException {
        Profile profile = read("""
                {"step": 10, "timestamp": 1710496800.5, "step_time_ms": 250, "loss": 1.5}
                {"step": 12, "timestamp": 1710496801.0, "step_time_ms": 250, "loss": 1.25}
                """);
        Timeline timeline = profile.timeline().orElseThrow();
        assertThat(timeline.startNanos()).isEqualTo(1_710_496_800_250_000_000L);
        assertThat(shown(timeline))
                .containsExactly("STEP step 10 0-250", "STEP step 11 250-500", "STEP step 12 500-750");
        assertThat(profile.findings()).isEmpty();
    }

    @Test
    void stepsWithoutALengthShareTheTimeBetweenTheirLines() throws IOException {
        Profile profile = read("2024-03-15T10:00:00.000Z step 100\n2024-03-15T10:00:10.000Z step 104\n");
        assertThat(shown(profile.timeline().orElseThrow()))
                .containsExactly(
                        "STEP step 101 0-2500",
                        "STEP step 102 2500-5000",
                        "STEP step 103 5000-7500",
                        "STEP step 104 7500-10000");
    }

    @Test
    void stepsDoneAgainAfterARestartAreLost() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 6; i++) {
            text.append("step ").append(i).append(" took 1.0 s\n");
        }
        text.append("resuming from checkpoint\nRecompiling function forward\n");
        for (int i = 5; i <= 8; i++) {
            text.append("step ").append(i).append(" took 1.0 s\n");
        }
        Profile profile = read(text.toString());
        assertThat(profile.counters().get("lost_work_frac")).isEqualTo(.2, EXACT);
        assertThat(profile.counters().get("recompile_per_100_steps")).isEqualTo(10, EXACT);
        assertThat(profile.findings()).contains("step numbers fall 1 time: a restart, or a new pass over the input");
    }

    @Test
    void barsAndColoursAndDataTimes() throws IOException {
        Profile profile = read("""
                \u001B[32mEpoch: [0][10/500]\tTime 0.50 (0.60)\tData 0.20 (0.30)\tLoss 6.9\u001B[0m
                  5%|5   | 10/200 [00:10<03:10,  1.00s/it]\r 50%|#####     | 100/200 [01:40<01:40,  1.00s/it]
                """);
        assertThat(profile.counters())
                .containsEntry("progress_seconds_per_entry", 1.0)
                .containsEntry("step_seconds_p50", .5)
                .containsEntry("loss_last", 6.9);
        assertThat(profile.findings()).contains("by the log's own figures 40.0 % of the step time waits for data");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "step 120 loss 0.31 12.3 ms; 120; .0123",
                "iteration 7/ 100 | elapsed time per iteration (ms): 1500.0 |; 7; 1.5",
                "[2024-01-01 00:00:00] epoch 1 iter 20/500 time: 0.123 loss: 2; 20; .123",
                "global_step=40, dt 12us; 40; .000012",
                "step 3 at time: 12:30:01 loss 2; 3; NaN",
                "train step: 9 (3.5 s/step); 9; 3.5",
            })
    void stepsOfManyKinds(String line, long number, double seconds) {
        LogStep step = LogLine.of(line).step().orElseThrow();
        assertThat(step.number()).isEqualTo(number);
        assertThat((Double) step.seconds()).isEqualTo((Double) seconds);
    }

    @Test
    void whatTellsNothingIsRefused() throws IOException {
        assertThatThrownBy(() -> parse("hello\nworld\n", ProfileLimits.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no time, step or named part");
        assertThatThrownBy(() -> parse(TIMED, new ProfileLimits(1 << 20, 2, 64)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("more than 2");
        assertThat(new JobLogProfiler().reads(artifact("step by step, 12 times\n")))
                .isFalse();
        assertThat(new JobLogProfiler()
                        .reads(artifact("{\"traceEvents\": [\n{\"name\": \"step 5 took 1 s\"},\n{}]}\n")))
                .isFalse();
    }

    private static List<String> shown(Timeline timeline) {
        List<String> shown = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                shown.add(lane.activity(i) + " " + lane.label(i) + " "
                        + (lane.start(i) - timeline.startNanos()) / 1_000_000 + "-"
                        + (lane.end(i) - timeline.startNanos()) / 1_000_000);
            }
        }
        return shown;
    }

    private Profile read(String text) throws IOException {
        assertThat(new JobLogProfiler().reads(artifact(text))).isTrue();
        return parse(text, ProfileLimits.DEFAULT);
    }

    private Profile parse(String text, ProfileLimits limits) throws IOException {
        return new JobLogProfiler().read(artifact(text), limits);
    }

    private Artifact artifact(String text) throws IOException {
        return new Artifact(Files.writeString(directory.resolve("job.log"), text), "log");
    }
}
