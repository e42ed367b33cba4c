package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.gpu.health.DeviceConditions;
import dev.amdahl.gpu.kernel.device.DeviceArena;
import dev.amdahl.gpu.kernel.device.KernelDevice;
import dev.amdahl.gpu.kernel.device.KernelFailure;
import dev.amdahl.gpu.kernel.device.Launch;
import dev.amdahl.gpu.kernel.device.LoadedKernel;
import dev.amdahl.gpu.roofline.Work;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only a device could play: times that cannot be, and results that change under the clock. */
class PairedBenchmarkTest {
    private static final double FLOOR = 1e-4;

    private final Lab lab = new Lab();

    @AfterEach
    void close() {
        lab.close();
    }

    /** The emulated kernel, with times of its own. */
    private record Played(LoadedKernel kernel, double seconds, int rightCalls, AtomicInteger calls)
            implements LoadedKernel {
        @Override
        public DeviceArena arena() {
            return kernel.arena();
        }

        @Override
        public double run(List<Launch> launches, DeviceArena.Layout layout, List<Integer> sizes, long seed)
                throws KernelFailure {
            if (calls.getAndIncrement() < rightCalls) {
                kernel.run(launches, layout, sizes, seed);
            }
            return seconds;
        }

        @Override
        public double floor(DeviceArena.Layout layout, Work work) {
            return FLOOR;
        }

        @Override
        public String footprint() {
            return "played";
        }

        @Override
        public void close() {
            kernel.close();
        }
    }

    /** A candidate of these times, by the number of its process. */
    private interface Times {
        double of(int process) throws KernelFailure;
    }

    private Finding judged(double seconds, int rightCalls) {
        return judged(process -> seconds, rightCalls);
    }

    private Finding judged(Times times, int rightCalls) {
        KernelTask task = Lab.small(KernelTasks.ROWSUM);
        return verifier(task, times, rightCalls, TimedBlock.Watch.NONE).verify(candidate(task));
    }

    private static Candidate candidate(KernelTask task) {
        return new Candidate("played", "", task.baseline() + "\n", "");
    }

    private KernelVerifier verifier(KernelTask task, Times times, int rightCalls, TimedBlock.Watch watch) {
        AtomicInteger processes = new AtomicInteger();
        KernelDevice device = new KernelDevice() {
            @Override
            public String name() {
                return "played";
            }

            @Override
            public String description() {
                return "played";
            }

            @Override
            public boolean isAccelerated() {
                return true;
            }

            @Override
            public LoadedKernel load(String source, List<String> entries, long bytes) throws KernelFailure {
                boolean isBaseline = source.equals(task.baseline());
                return new Played(
                        lab.device().load(source, entries, bytes),
                        isBaseline ? 1e-2 : times.of(processes.getAndIncrement()),
                        isBaseline ? Integer.MAX_VALUE : rightCalls,
                        new AtomicInteger());
            }

            @Override
            public void close() {}
        };
        return new KernelVerifier(task, device, VerificationSettings.QUICK, PairedTimes::speedup, () -> 5, watch);
    }

    @Test
    void fasterThanTheRooflineIsSuspect() {
        Finding finding = judged(.9 * FLOOR, Integer.MAX_VALUE);
        assertThat(finding.hack()).contains(Hack.IMPLAUSIBLE);
        assertThat(finding.feedback()).startsWith("SUSPECT: IMPLAUSIBLE").contains("at least 0.0001");
    }

    @Test
    void muchFasterAndPossibleStandsIfMostRefutersFindItAgain() {
        Finding finding = judged(process -> process < 3 ? 8e-3 : 2 * FLOOR, Integer.MAX_VALUE);
        assertThat(finding.feedback()).as("no gain to doubt").doesNotContain("refuters");

        finding = judged(process -> process == 2 || process == 4 ? 8e-3 : 2 * FLOOR, Integer.MAX_VALUE);
        assertThat(finding.stage()).isEqualTo(Stage.FASTER);
        assertThat(finding.speedup().orElseThrow().ratio()).isGreaterThan(10);
        assertThat(finding.feedback()).contains("50 % of the roofline", "played");
        assertThat(finding.feedback())
                .contains("3 of 5 refuters find the gain again: 50.00 times (50.00 to 50.00), 1.25 times");
    }

    @Test
    void muchFasterOnceIsSuspectIfMostRefutersDoNotFindItAgain() {
        Finding finding = judged(process -> process > 2 ? 8e-3 : 2 * FLOOR, Integer.MAX_VALUE);
        assertThat(finding.hack()).contains(Hack.IMPLAUSIBLE);
        assertThat(finding.speedup()).isEmpty();
        assertThat(finding.feedback()).contains("50.0 times as fast as the baseline at first, but 2 of 5 refuters");
    }

    @Test
    void aWrongResultThatOneRefuterSeesOutweighsAllVotes() {
        Finding finding = judged(
                process -> {
                    if (process == 5) {
                        throw new KernelFailure(KernelFailure.Kind.CLOCKS, "it took longer than it said");
                    }
                    return 2 * FLOOR;
                },
                Integer.MAX_VALUE);
        assertThat(finding.hack()).contains(Hack.WORK_OUTSIDE_CLOCK);
        assertThat(finding.feedback()).contains("longer than it said");
    }

    @Test
    void rightUntilTheClockStartsIsChangedBehaviour() {
        Finding finding = judged(2 * FLOOR, 38);
        assertThat(finding.hack()).as(finding.feedback()).contains(Hack.CHANGED_BEHAVIOUR);
    }

    /** Conditions of each block that is timed, in order; the last ones stay. */
    private static TimedBlock.Watch said(List<DeviceConditions> said, AtomicInteger blocks) {
        return () -> {
            int block = Math.min(blocks.getAndIncrement(), said.size() - 1);
            return () -> said.get(block);
        };
    }

    private static DeviceConditions at(double mhz, boolean isHot, boolean isBraked) {
        return new DeviceConditions(
                OptionalDouble.of(mhz), OptionalDouble.of(61), OptionalDouble.empty(), isHot, isBraked);
    }

    @Test
    void aBlockInWhichTheDeviceWasSlowedOrHadAnotherClockIsMeasuredAgainAndAtMostTwice() {
        KernelTask task = Lab.small(KernelTasks.ROWSUM);
        DeviceConditions usual = at(1980, false, false);
        List<DeviceConditions> said = new ArrayList<>(Collections.nCopies(8, usual));
        said.set(1, at(1980, true, false));
        said.set(3, at(1980, false, true));
        said.set(4, at(1850, false, false));
        said.set(5, at(1900, false, false));
        said.addAll(List.of(usual, usual, at(1870, false, false), usual));
        AtomicInteger timed = new AtomicInteger();
        KernelVerifier verifier = verifier(task, process -> 8e-3, Integer.MAX_VALUE, said(said, timed));
        Finding finding = verifier.verify(candidate(task));
        assertThat(finding.stage()).isEqualTo(Stage.FASTER);
        assertThat(timed).as("eight blocks, three again, one of them twice").hasValue(12);
        assertThat(finding.feedback()).endsWith("; SM clock 1900 to 1980 MHz, 3 blocks measured again");
        assertThat(verifier.blocks(candidate(task)).stream().map(TimedBlock::measured))
                .containsExactly(1, 2, 1, 2, 3, 1, 1, 1);
        assertThat(finding.speedup().orElseThrow().pairs()).isEqualTo(8);

        AtomicInteger always = new AtomicInteger();
        List<DeviceConditions> hot = List.of(at(1200, true, false));
        finding = verifier(task, process -> 8e-3, Integer.MAX_VALUE, said(hot, always))
                .verify(candidate(task));
        assertThat(always).as("bounded").hasValue(3 * 8);
        assertThat(finding.feedback())
                .endsWith(
                        "; SM clock 1200 to 1200 MHz, 8 blocks measured again, 8 of them still slowed, or at another clock");
    }

    @Test
    void whereTheDriverSaysNothingNothingIsMeasuredAgain() {
        KernelTask task = Lab.small(KernelTasks.ROWSUM);
        KernelVerifier verifier = verifier(task, process -> 8e-3, Integer.MAX_VALUE, TimedBlock.Watch.NONE);
        assertThat(verifier.verify(candidate(task)).feedback()).endsWith("; played");
        assertThat(verifier.blocks(candidate(task))).hasSize(8).allMatch(block -> block.measured() == 1);
    }
}
