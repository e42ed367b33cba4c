package dev.amdahl.core.internal.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.roi.Goodput;
import dev.amdahl.core.internal.roi.Saving;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final double EXACT = 1e-9;

    @TempDir
    Path folder;

    private static JobAccount job(int accelerators, double hours, CheckpointHabit habit) {
        FleetJob run = new FleetJob(
                "j",
                "train",
                "",
                new Accelerators("h200", accelerators),
                START,
                Optional.of(START),
                Optional.of(START.plusSeconds(Math.round(hours * 3600))),
                Optional.empty(),
                Map.of());
        JobAccount plain = JobAccount.of("j", List.of(run), List.of(), START);
        return new JobAccount(
                "j",
                "train",
                accelerators,
                1,
                true,
                plain.time(),
                hours * 3600,
                hours * 3600,
                OptionalDouble.of(0),
                OptionalDouble.empty(),
                habit);
    }

    @Test
    void theBestIntervalHasTheLeastOverhead() {
        JobAccount job = job(64, 1000, new CheckpointHabit(100, OptionalDouble.of(60), OptionalDouble.of(7200), 10));

        CheckpointAdvice advice =
                CheckpointAdvice.of(job, OptionalDouble.empty()).orElseThrow();

        double mean = 100 * 3600;
        assertThat(advice.isPooled()).isFalse();
        assertThat(advice.meanSecondsBetweenFailures()).isCloseTo(mean, within(EXACT));
        assertThat(advice.intervalBest()).isCloseTo(Math.sqrt(2 * 60 * mean), within(EXACT));
        assertThat(advice.overheadNow().orElseThrow()).isCloseTo(60 / 7200.0 + 7200 / (2 * mean), within(EXACT));
        assertThat(advice.overheadBest()).isLessThan(advice.overheadNow().orElseThrow());
        for (double factor : new double[] {.5, .9, 1.1, 2}) {
            assertThat(Goodput.checkpointOverhead(advice.intervalBest() * factor, 60, mean))
                    .isGreaterThan(advice.overheadBest());
        }
    }

    @Test
    void aJobWithFewFailuresTakesTheFleetsRateAndOneWithoutAnyGetsNoAdvice() {
        JobAccount job = job(64, 1000, new CheckpointHabit(9, OptionalDouble.of(60), OptionalDouble.of(600), 2));

        CheckpointAdvice advice =
                CheckpointAdvice.of(job, OptionalDouble.of(6400)).orElseThrow();
        assertThat(advice.isPooled()).isTrue();
        assertThat(advice.meanSecondsBetweenFailures()).isCloseTo(100 * 3600, within(EXACT));
        assertThat(CheckpointAdvice.of(job, OptionalDouble.empty())).isEmpty();
        assertThat(CheckpointAdvice.of(job, OptionalDouble.of(1)))
                .as("a write longer than the formula allows")
                .isEmpty();
        JobAccount rare = job(64, 1000, new CheckpointHabit(2, OptionalDouble.of(60), OptionalDouble.of(500_000), 9));
        assertThat(CheckpointAdvice.of(rare, OptionalDouble.empty())
                        .orElseThrow()
                        .overheadNow())
                .as("beyond what the formula is good for")
                .isEmpty();
        JobAccount untimed = job(64, 1000, new CheckpointHabit(9, OptionalDouble.empty(), OptionalDouble.of(600), 9));
        assertThat(CheckpointAdvice.of(untimed, OptionalDouble.of(6400))).isEmpty();
    }

    /** A failure per 50,000 accelerator-hours, 4 h to repair, 16 kept ready: worth it from sqrt(16 / (4 / 50,000)) = 447.2 on. */
    @Test
    void sparesPayFromTheBreakEvenOn() {
        WarmStandby standby = new WarmStandby(1 / 50_000.0, 4, 0, 16);
        double even = standby.breakEvenAccelerators().orElseThrow();

        assertThat(even)
                .isCloseTo(Math.sqrt(16 / (4 / 50_000.0)), within(EXACT))
                .isBetween(447.0, 448.0);
        assertThat(standby.saving(even, 24)).isCloseTo(0, within(1e-6));
        assertThat(standby.saving(447, 24)).isNegative();
        assertThat(standby.saving(448, 24)).isPositive();
        double failures = 1024 * 24 / 50_000.0;
        assertThat(standby.saving(1024, 24)).isCloseTo(failures * 4 * 1024 - 16 * 24, within(EXACT));
        assertThat(new WarmStandby(0, 4, 0, 16).breakEvenAccelerators()).isEmpty();
        assertThat(new WarmStandby(.1, 4, 4, 16).breakEvenAccelerators()).isEmpty();
        assertThatThrownBy(() -> new WarmStandby(.1, 1, 2, 1)).hasMessageContaining("swap 2.0");
    }

    private static Diagnosis diagnosis(String family, Map<String, Double> metrics, Object... classesAndSeconds) {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < classesAndSeconds.length; i += 2) {
            double seconds = ((Number) classesAndSeconds[i + 1]).doubleValue();
            accounts.add(new Account((Bottleneck) classesAndSeconds[i], seconds, seconds));
        }
        return new Diagnosis(family, accounts, 0, metrics, List.of("run"), List.of());
    }

    private static final Map<String, Double> SMALL = Map.of(CoLocationAdvisor.MEMORY, .4);

    @Test
    void memoryBoundIsPairedWithComputeBoundAndNothingIsClaimed() {
        List<CoLocation> pairs = CoLocationAdvisor.candidates(
                List.of(
                        diagnosis("dense", SMALL, Bottleneck.COMPUTE_BOUND, 80, Bottleneck.PRODUCTIVE, 20),
                        diagnosis("dense-too", SMALL, Bottleneck.COMPUTE_BOUND, 100),
                        diagnosis("decode", SMALL, Bottleneck.MEMORY_BOUND, 90, Bottleneck.INPUT_STARVATION, 10)),
                Map.of("dense", 1000.0, "decode", 400.0));

        assertThat(pairs)
                .extracting(pair -> pair.first() + "+" + pair.second())
                .containsExactly("decode+dense-too", "decode+dense");
        CoLocation pair = pairs.get(1);
        assertThat(pair.slowdownBound()).isCloseTo(1.1, within(EXACT));
        assertThat(pair.gainBound()).isCloseTo(.45, within(EXACT));
        assertThat(pair.hoursBound()).hasValue(2 * 400 * pair.gainBound());
        assertThat(pair.memoryShare()).isCloseTo(.8, within(EXACT));
        assertThat(pair.plan().blocks()).isEqualTo("SEPARATE");
        assertThat(pair.plan().guardrails()).isNotEmpty();
        assertThat(CoLocation.CLAIM).isEqualTo("an interference A/B is required before any claim");
        assertThat(CoLocation.class.getRecordComponents())
                .extracting(RecordComponent::getType)
                .doesNotContain(Saving.class);
    }

    @ParameterizedTest
    @CsvSource({
        "COMPUTE_BOUND, COMPUTE_BOUND, .4",
        "INPUT_STARVATION, INPUT_STARVATION, .4",
        "PRODUCTIVE, COMPUTE_BOUND, .4",
        "PRODUCTIVE, MEMORY_BOUND, .4",
        "MEMORY_BOUND, COMPUTE_BOUND, .5",
        "MEMORY_BOUND, COMPUTE_BOUND, -1"
    })
    void noPairThatWouldCollideOrNotFit(Bottleneck first, Bottleneck second, double memory) {
        Map<String, Double> metrics = memory < 0 ? Map.of() : Map.of(CoLocationAdvisor.MEMORY, memory);

        assertThat(CoLocationAdvisor.candidates(
                        List.of(diagnosis("a", metrics, first, 100), diagnosis("b", metrics, second, 100)), Map.of()))
                .isEmpty();
    }

    @Test
    void aStarvingJobLeavesRoomForOneThatComputes() {
        assertThat(CoLocationAdvisor.candidates(
                        List.of(
                                diagnosis("a", SMALL, Bottleneck.INPUT_STARVATION, 70, Bottleneck.PRODUCTIVE, 30),
                                diagnosis("b", SMALL, Bottleneck.COMPUTE_BOUND, 100)),
                        Map.of()))
                .singleElement()
                .satisfies(pair -> {
                    assertThat(pair.slowdownBound()).isCloseTo(1.3, within(EXACT));
                    assertThat(pair.gainBound()).isCloseTo(.35, within(EXACT));
                    assertThat(pair.hoursBound()).isEmpty();
                });
    }

    private static FleetJob run(String id, Optional<Instant> submitted) {
        return new FleetJob(
                id,
                "train",
                "",
                new Accelerators("h200", 10),
                submitted,
                Optional.of(START),
                Optional.of(START.plusSeconds(36_000)),
                Optional.empty(),
                Map.of());
    }

    @Test
    void aQueueThatNobodyMeasuredIsNotZero() {
        FleetJob known = run("known", Optional.of(START.minusSeconds(3600)));
        FleetAccount none = FleetAccount.of(Stream.of(run("r", Optional.empty())), RestartLog.NONE, START);
        FleetAccount some = FleetAccount.of(Stream.of(run("r", Optional.empty()), known), RestartLog.NONE, START);

        assertThat(none.families().get(0).knownQueueHours()).isEmpty();
        assertThat(CapacityAccount.of(none, Map.of()).rows().get(0).queueHours())
                .isEmpty();
        assertThat(some.families().get(0).knownQueueHours()).hasValue(1);
        assertThat(some.families().get(0).queuedJobs()).isEqualTo(1);
        assertThat(JobAccount.of("r", List.of(run("r", Optional.empty())), List.of(), START)
                        .effectiveTimeRatio())
                .isEmpty();
    }

    @Test
    void capacityIsGivenForOneLossAtATimeAndTheQueueInHours() {
        FleetAccount fleet =
                FleetAccount.of(Stream.of(run("r", Optional.of(START.minusSeconds(7200)))), RestartLog.NONE, START);

        CapacityAccount account = CapacityAccount.of(
                fleet,
                Map.of(
                        "train",
                        diagnosis("train", Map.of(), Bottleneck.INPUT_STARVATION, 20, Bottleneck.PRODUCTIVE, 80)));

        assertThat(account.rows())
                .extracting(CapacityAccount.Row::loss)
                .containsExactly("INPUT_STARVATION", "QUEUE_WAIT");
        assertThat(account.rows().get(0).acceleratorHours()).isCloseTo(20, within(EXACT));
        assertThat(account.rows().get(0).factor(account.allocatedHours())).isCloseTo(1.25, within(EXACT));
        assertThat(account.rows().get(1).queueHours()).hasValue(2);
        assertThat(account.rows().get(1).acceleratorHours()).isZero();
        assertThat(account.undiagnosedHours()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense | not JSON",
                "{\"at\":\"2026-03-01T00:00:00Z\",\"event\":\"failed\"} | names no run",
                "{\"run\":\"a\",\"at\":\"yesterday\",\"event\":\"failed\"} | is not a time",
                "{\"run\":\"a\",\"at\":\"2026-03-01T00:00:00Z\",\"event\":\"exploded\"} | 'exploded' is not known",
                "{\"run\":\"a\",\"at\":\"2026-03-01T00:00:00Z\",\"event\":\"checkpoint\",\"seconds\":-1} | was -1",
                "[] | names no run"
            })
    void aBadLineIsNamed(String line, String problem) throws IOException {
        Path log = Files.writeString(folder.resolve("log.jsonl"), "\n" + line + "\n");

        assertThatThrownBy(() -> RestartLog.read(log))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("log.jsonl:2")
                .hasMessageContaining(problem);
    }
}
