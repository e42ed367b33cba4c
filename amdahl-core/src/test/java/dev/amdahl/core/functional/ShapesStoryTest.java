package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The diagnosis of a job whose traces have the shapes of operators tells what limits its productive time. */
class ShapesStoryTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /** Of 10 s, 6 s are a sum at .9 of the memory's peak, 2 s a product of which a fifth is asked for, and 2 s are idle. */
    private static final class Shapes implements Profiler {
        private final ShareProfiler share = new ShareProfiler();
        private final Map<String, Double> rates;

        Shapes(Map<String, Double> rates) {
            this.rates = rates;
        }

        @Override
        public boolean reads(Artifact artifact) {
            return share.reads(artifact);
        }

        @Override
        public Profile read(Artifact artifact, ProfileLimits limits) {
            String sum = "[[1000000],[1000000]]|[float;float]|";
            String product = "[[100,100],[100,100]]|[c10::BFloat16;c10::BFloat16]|";
            return new Seen(
                    artifact,
                    Optional.of(new Run(List.of(
                            new Row(true, List.of("sum", "gemm"), List.of(0L, 6L), List.of(6L, 8L), List.of("", "")),
                            new Row(
                                    false,
                                    List.of("aten::add", "sum", "aten::mm", "gemm"),
                                    List.of(0L, 0L, 1L, 1L),
                                    List.of(1L, 0L, 2L, 1L),
                                    List.of(sum, "", product, ""))))),
                    rates);
        }
    }

    private record Seen(Artifact artifact, Optional<Timeline> timeline, Map<String, Double> declaredRates)
            implements Profile {
        @Override
        public String profiler() {
            return "shapes";
        }

        @Override
        public Map<String, Double> counters() {
            return Map.of();
        }

        @Override
        public List<HotFrame> hotFrames() {
            return List.of();
        }

        @Override
        public List<String> findings() {
            return List.of();
        }
    }

    private record Run(List<Lane> lanes) implements Timeline {
        @Override
        public long startNanos() {
            return 0;
        }

        @Override
        public long endNanos() {
            return 10 * SECOND;
        }

        @Override
        public boolean isEpochBased() {
            return false;
        }

        @Override
        public int accelerators() {
            return 1;
        }
    }

    /** A stream, or a thread whose rows without shapes are the launches of work of their name. */
    private record Row(boolean isStream, List<String> labels, List<Long> starts, List<Long> ends, List<String> told)
            implements Lane {
        @Override
        public Activity.Side side() {
            return isStream ? Activity.Side.DEVICE : Activity.Side.HOST;
        }

        @Override
        public int device() {
            return isStream ? 0 : -1;
        }

        @Override
        public String name() {
            return isStream ? "stream 7" : "main";
        }

        @Override
        public int size() {
            return labels.size();
        }

        @Override
        public long start(int i) {
            return starts.get(i) * SECOND;
        }

        @Override
        public long end(int i) {
            return ends.get(i) * SECOND;
        }

        @Override
        public Activity activity(int i) {
            return isStream ? Activity.KERNEL : told.get(i).isEmpty() ? Activity.LAUNCH : Activity.HOST_CODE;
        }

        @Override
        public String label(int i) {
            return labels.get(i);
        }

        @Override
        public long correlation(int i) {
            return told.get(i).isEmpty() ? labels.get(i).hashCode() & 0xffff : -1;
        }

        @Override
        public String arguments(int i) {
            return told.get(i);
        }
    }

    private Diagnosis diagnosed(Map<String, Double> rates) {
        World world = new World(
                folder, 2, Workload.job("train", .3, Workload.workers("4")).build());
        world.more = builder -> builder.profilers(List.of(new Shapes(rates)));
        for (int i = 0; i < 30; i++) {
            world.cycle();
            List<Entry.Diagnosed> diagnosed = world.entries(Entry.Diagnosed.class);
            if (!diagnosed.isEmpty()) {
                return diagnosed.get(0).diagnosis();
            }
        }
        throw new AssertionError("no diagnosis");
    }

    private static double seconds(Diagnosis diagnosis, Bottleneck bottleneck) {
        return diagnosis.accounts().stream()
                .filter(account -> account.bottleneck() == bottleneck)
                .mapToDouble(Account::acceleratorSeconds)
                .sum();
    }

    @Test
    void theClassAndItsCeilingFollowFromShapesAndDeclaredRates() {
        double bytes = 12e6 / (6 * .9);
        double operations = 2e6 / (2 * .2);
        Diagnosis diagnosis = diagnosed(Map.of("memory", bytes, "bf16", operations, "fp32", 1e12));

        assertThat(seconds(diagnosis, Bottleneck.MEMORY_BOUND)).isEqualTo(6, within(1e-6));
        assertThat(seconds(diagnosis, Bottleneck.KERNEL_INEFFICIENT)).isEqualTo(2 * .8, within(1e-6));
        assertThat(seconds(diagnosis, Bottleneck.PRODUCTIVE)).isEqualTo(2 * .2, within(1e-6));
        ClassCeiling memory = Ceilings.of(diagnosis).stream()
                .filter(one -> one.classes().equals(Set.of(Bottleneck.MEMORY_BOUND)))
                .findFirst()
                .orElseThrow();
        assertThat(memory.acceleratorCeiling()).isEqualTo(10 / 4.0, within(1e-6));
        assertThat(diagnosis.metrics().get("amdahl_ceiling")).isEqualTo(10 / 4.0, within(1e-6));
    }

    @Test
    void withoutDeclaredRatesTheTimeStaysProductive() {
        Diagnosis diagnosis = diagnosed(Map.of());

        assertThat(seconds(diagnosis, Bottleneck.PRODUCTIVE)).isEqualTo(8, within(1e-6));
        assertThat(diagnosis.metrics().get("amdahl_ceiling")).isEqualTo(10 / 8.0, within(1e-6));
    }
}
