package dev.amdahl.core.internal.timeline;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Pairs of causes that look alike, told apart by what the record shows. */
final class LookAlikesTest {
    private static final long MS = 1_000_000;

    @Test
    void whatIsHeldIsNoQueue() {
        JobRunFacts facts = new JobRunFacts(
                "run-1", Instant.EPOCH, Instant.ofEpochSecond(0, 10 * MS), 0, 5, 2, OptionalInt.empty());
        Attribution gang =
                Attribution.of(work(0, 10 * MS).epochBased().build(0, 10 * MS, 1), facts, Thresholds.DEFAULT);

        assertThat(gang.nanos(PROVISIONING)).isEqualTo(2 * 5_000 * MS);
        assertThat(gang.accounts()).extracting(Account::bottleneck).doesNotContain(QUEUE_WAIT);
    }

    @Test
    void aProcessThatStartsSlowlyWarmsUpAndIsNotProvisioned() {
        JobRunFacts facts = JobRunFacts.of("run-1", Instant.EPOCH, Instant.ofEpochSecond(0, 30 * MS), 1);
        Attribution slow =
                Attribution.of(work(20 * MS, 30 * MS).epochBased().build(0, 30 * MS, 1), facts, Thresholds.DEFAULT);

        assertThat(slow.nanos(WARMUP)).isEqualTo(20 * MS);
        assertThat(slow.nanos(PROVISIONING)).isZero();
    }

    @Test
    void aWaitForTheLoaderWhileACopyRunsIsTheCopy() {
        Attribution copying =
                Attribution.of(gap(Activity.INPUT_WAIT).stream(0, "stream 9", Activity.COPY, 12 * MS, 18 * MS)
                        .build(0, 30 * MS, 1));

        assertThat(copying.nanos(TRANSFER_BOUND)).isEqualTo(6 * MS);
        assertThat(copying.nanos(INPUT_STARVATION)).isEqualTo(4 * MS);
    }

    @Test
    void aHostThatWaitsForACollectiveIsCommunicationAndNoStall() {
        Attribution barrier =
                Attribution.of(gap(Activity.SYNC).stream(0, "stream 9", Activity.COMMUNICATION, 10 * MS, 20 * MS)
                        .build(0, 30 * MS, 1));

        assertThat(barrier.nanos(COMM_EXPOSED)).isEqualTo(10 * MS);
        assertThat(barrier.nanos(SYNC_STALL)).isZero();
    }

    @Test
    void hostCodeThatIsOffItsProcessorIsContention() {
        Attribution waiting = Attribution.of(
                gap(Activity.HOST_CODE).host(Activity.OFF_CPU, 12 * MS, 20 * MS).build(0, 30 * MS, 1));

        assertThat(waiting.nanos(HOST_CONTENTION)).isEqualTo(8 * MS);
        assertThat(waiting.nanos(HOST_SERIAL)).isEqualTo(2 * MS);
    }

    @Test
    void shortGapsBetweenShortKernelsAreLaunchesAndOneLongGapIsSerialCode() {
        TimelineFixture many = new TimelineFixture().host(Activity.LAUNCH, 0, 10 * MS);
        for (int i = 0; i < 200; i++) {
            many.device(0, Activity.KERNEL, i * 50_000L, i * 50_000L + 10_000);
        }
        Attribution launches = Attribution.of(many.build(0, 10 * MS, 1));

        assertThat(launches.nanos(LAUNCH_BOUND)).isEqualTo(199 * 40_000);
        assertThat(launches.nanos(HOST_SERIAL)).isZero();
        assertThat(Attribution.of(gap(Activity.LAUNCH).build(0, 30 * MS, 1)).nanos(HOST_SERIAL))
                .isEqualTo(10 * MS);
    }

    @Test
    void aRankThatIsLateInEveryStepIsSkewAndNoTail() {
        TimelineFixture fixture = new TimelineFixture();
        for (int step = 0; step < 5; step++) {
            long at = step * 10L * MS;
            for (int rank = 0; rank < 4; rank++) {
                long computed = rank == 3 ? 9 * MS : 5 * MS;
                fixture.device(rank, Activity.KERNEL, at, at + computed)
                        .collective(rank, "ncclAllReduce", at + computed, at + 10 * MS);
            }
        }
        Attribution attribution = Attribution.of(fixture.build(0, 50 * MS, 4));

        assertThat(attribution.nanos(STRAGGLER_SKEW)).isEqualTo(5L * 3 * 4 * MS);
        assertThat(attribution.nanos(TAIL_DRAIN)).isZero();
    }

    @Test
    void anAcceleratorThatStillWorksInTheTailHasGapsOfItsOwn() {
        TimelineFixture fixture = new TimelineFixture();
        for (int device = 0; device < 3; device++) {
            fixture.device(device, Activity.KERNEL, 0, 10 * MS);
        }
        fixture.host(Activity.INPUT_WAIT, 10 * MS, 15 * MS).device(0, Activity.KERNEL, 15 * MS, 20 * MS);
        Attribution attribution = Attribution.of(fixture.build(0, 20 * MS, 3));

        assertThat(attribution.nanos(INPUT_STARVATION)).isEqualTo(5 * MS);
        assertThat(attribution.nanos(TAIL_DRAIN)).isEqualTo(2 * 10 * MS);
    }

    @Test
    void anUploadAfterTheLastKernelStillHoldsIdleAccelerators() {
        Attribution upload = Attribution.of(work(0, 10 * MS)
                .host(Activity.HOST_CODE, 10 * MS, 30 * MS)
                .phase(Activity.AFTER_FINISH, 10 * MS, 30 * MS)
                .build(0, 30 * MS, 1));

        assertThat(upload.nanos(IDLE_AFTER_FINISH)).isEqualTo(20 * MS);
    }

    @Test
    void checkpointsAndPeriodicWorkAreToldApartByTheirName() {
        assertThat(Attribution.of(gap(Activity.CHECKPOINT).build(0, 30 * MS, 1)).nanos(CHECKPOINT_STALL))
                .isEqualTo(10 * MS);
        assertThat(Attribution.of(gap(Activity.SIDE_WORK).build(0, 30 * MS, 1)).nanos(PERIODIC_SIDE_WORK))
                .isEqualTo(10 * MS);
    }

    @Test
    void kernelsThatUseNeitherWellAreInefficientAndBusyCommunicationIsNeverComputeBound() {
        List<Account> accounts = List.of(new Account(PRODUCTIVE, 5, 5), new Account(COMM_EXPOSED, 5, 5));

        assertThat(relabelled(accounts, .3, .3)).containsEntry(KERNEL_INEFFICIENT, 5.0);
        assertThat(relabelled(accounts, .3, .8)).containsEntry(MEMORY_BOUND, 5.0);
        assertThat(relabelled(accounts, .9, .2))
                .containsEntry(COMPUTE_BOUND, 5.0)
                .containsEntry(COMM_EXPOSED, 5.0);
        assertThat(relabelled(accounts, .6, .6)).containsEntry(PRODUCTIVE, 5.0);
    }

    private static Map<Bottleneck, Double> relabelled(List<Account> accounts, double compute, double memory) {
        return Relabel.apply(accounts, Map.of("sm_util", compute, "dram_util", memory)).stream()
                .collect(Collectors.toMap(Account::bottleneck, Account::acceleratorSeconds));
    }

    private static TimelineFixture work(long from, long to) {
        return new TimelineFixture().device(0, Activity.KERNEL, from, to);
    }

    private static TimelineFixture gap(Activity cause) {
        return work(0, 10 * MS).device(0, Activity.KERNEL, 20 * MS, 30 * MS).host(cause, 10 * MS, 20 * MS);
    }
}
