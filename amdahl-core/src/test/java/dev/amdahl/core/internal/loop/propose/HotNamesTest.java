package dev.amdahl.core.internal.loop.propose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HotNamesTest {
    private record Work(Activity.Side side, List<String> labels, long nanos) implements Lane {
        @Override
        public int device() {
            return side == Activity.Side.DEVICE ? 0 : -1;
        }

        @Override
        public String name() {
            return "lane";
        }

        @Override
        public int size() {
            return labels.size();
        }

        @Override
        public long start(int i) {
            return i * nanos;
        }

        @Override
        public long end(int i) {
            return (i + 1) * nanos;
        }

        @Override
        public Activity activity(int i) {
            return Activity.KERNEL;
        }

        @Override
        public String label(int i) {
            return labels.get(i);
        }

        @Override
        public long correlation(int i) {
            return -1;
        }
    }

    private record Shown(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
            implements Timeline {}

    private record Seen(String profiler, Optional<Timeline> timeline, List<HotFrame> hotFrames) implements Profile {
        @Override
        public Artifact artifact() {
            return new Artifact(Path.of("trace.json"), "trace");
        }

        @Override
        public Map<String, Double> counters() {
            return Map.of();
        }

        @Override
        public List<String> findings() {
            return List.of();
        }
    }

    private static Profile seen(String profiler, List<String> kernels, HotFrame... frames) {
        List<Lane> lanes = List.of(
                new Work(Activity.Side.DEVICE, kernels, 500_000_000),
                new Work(Activity.Side.HOST, List.of("aten::mm"), 9_000_000_000L));
        return new Seen(profiler, Optional.of(new Shown(0, 1, false, 1, lanes)), List.of(frames));
    }

    @Test
    void namesWhatTookLongestOverAllRunsOncePerRun() {
        HotNames hot = new HotNames();
        hot.add(List.of(
                seen("kineto", List.of("gemm", "gemm", "gemm", "softmax"), new HotFrame("train.py:9 load", 3)),
                seen("nsys", List.of("gemm"), new HotFrame("[kernel]", 1))));
        hot.add(List.of(seen("kineto", List.of("gemm", "gemm", "copy", "softmax"), new HotFrame("io.py:1 read", 1))));

        assertThat(hot.sentences())
                .containsExactly(
                        "62.5 % of the accelerators' work, 1.25 s in 3 calls a run: gemm",
                        "25.0 % of the accelerators' work, 0.500 s in 1 calls a run: softmax",
                        "12.5 % of the accelerators' work, 0.250 s in 1 calls a run: copy",
                        "75.0 % of the host's seen time, 1.50 s a run: train.py:9 load",
                        "25.0 % of the host's seen time, 0.500 s a run: io.py:1 read");
    }

    @Test
    void keepsFewNamesAndCutsThem() {
        HotNames hot = new HotNames();
        List<String> kernels = IntStream.range(0, 30)
                .mapToObj(i -> "k" + i + "\u001b[2J\n" + "x".repeat(400))
                .toList();
        hot.add(List.of(seen("kineto", kernels)));
        assertThat(hot.sentences())
                .hasSize(6)
                .allSatisfy(
                        sentence -> assertThat(sentence).hasSizeLessThan(200).matches("[ -~]+"));

        HotNames rare = new HotNames();
        rare.add(List.of(seen(
                "kineto",
                List.copyOf(IntStream.range(0, 200).mapToObj(i -> "k" + i).toList()))));
        rare.add(List.of());
        assertThat(rare.sentences()).isEmpty();
        assertThat(new HotNames().sentences()).isEqualTo(Collections.emptyList());
    }
}
