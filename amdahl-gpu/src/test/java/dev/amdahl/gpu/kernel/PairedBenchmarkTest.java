package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refine.PairedTimes;
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
import java.util.List;
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
        AtomicInteger processes = new AtomicInteger();
        KernelTask task = Lab.small(KernelTasks.ROWSUM);
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
        String source = task.baseline() + "\n";
        return new KernelVerifier(task, device, VerificationSettings.QUICK, PairedTimes::speedup, () -> 5)
                .verify(new Candidate("played", "", source, ""));
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
}
