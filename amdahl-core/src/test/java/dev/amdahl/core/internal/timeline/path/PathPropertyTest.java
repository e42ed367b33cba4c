package dev.amdahl.core.internal.timeline.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PathPropertyTest {
    private static final int SEEDS = 3_000;
    private static final Activity[] HOST = {
        Activity.HOST_CODE, Activity.LAUNCH, Activity.SYNC, Activity.INPUT_WAIT, Activity.OFF_CPU, Activity.CHECKPOINT
    };
    private static final Activity[] DEVICE = {Activity.KERNEL, Activity.COMMUNICATION, Activity.COPY};
    private static final String[] LABELS = {
        "aten::mm", "cudaLaunchKernel", "cudaStreamSynchronize", "cudaMemcpyAsync", "cudaStreamWaitEvent", "cudaMalloc"
    };

    @Test
    void pathTilesItsWindowAndReplayGivesItsLength() {
        Set<PathKind> seen = EnumSet.noneOf(PathKind.class);
        int joined = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Timeline timeline = timeline(random, 1 + random.nextInt(60));
            CriticalPath path = window(timeline, random);
            PathSegments segments = path.segments();
            long at = path.graph().span.from();
            for (int i = 0; i < segments.size(); i++) {
                assertThat(segments.start(i)).as("seed %d", seed).isEqualTo(at);
                assertThat(segments.end(i)).as("seed %d", seed).isGreaterThan(at);
                at = segments.end(i);
                seen.add(segments.kind(i));
            }
            assertThat(at).as("seed %d", seed).isEqualTo(path.graph().span.to());
            assertThat(new Replay(path.graph()).length(factors(1), true))
                    .as("seed %d", seed)
                    .isEqualTo(path.lengthNanos());
            joined += waitsForHelper(path.graph()) ? 1 : 0;
        }
        assertThat(seen).containsExactlyInAnyOrder(PathKind.values());
        assertThat(joined).isGreaterThan(SEEDS / 20);
    }

    @Test
    void speedUpLiesBetweenOneAndTheShareBoundAndGrowsAsTheFactorShrinks() {
        int less = 0;
        int more = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            CriticalPath path = window(timeline(random, 1 + random.nextInt(40)), random);
            Set<PathKind> kinds = EnumSet.of(PathKind.of(random.nextInt(PathKind.values().length)));
            long before = Long.MAX_VALUE;
            for (double factor : new double[] {1, .8, .5, .1, 0}) {
                WhatIf answer = path.whatIf("any", kinds, factor);
                assertThat(answer.lengthNanos()).as("seed %d", seed).isLessThanOrEqualTo(before);
                assertThat(answer.lengthNanos()).as("seed %d", seed).isLessThanOrEqualTo(path.lengthNanos());
                double bound = path.lengthNanos() / answer.shareBound();
                long rounding = factor == 0 ? 0 : path.segments().size();
                assertThat(answer.lengthNanos() + rounding + 1e-3)
                        .as("seed %d", seed)
                        .isGreaterThanOrEqualTo(bound);
                before = answer.lengthNanos();
                more += answer.lengthNanos() < path.lengthNanos() ? 1 : 0;
                less += answer.speedup() < .99 * answer.shareBound() ? 1 : 0;
            }
            assertThat(path.withoutSyncs().lengthNanos()).isLessThanOrEqualTo(path.lengthNanos());
        }
        assertThat(more).as("answers that gain").isGreaterThan(SEEDS / 2);
        assertThat(less).as("answers under their bound").isGreaterThan(SEEDS / 20);
    }

    @Test
    void speedUpOfAChainIsTheShareFormula() {
        for (int seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            PathFixture fixture = new PathFixture();
            long at = 0;
            for (int i = 0; i < 30; i++) {
                long code = 2L * (1 + random.nextInt(500));
                long kernel = 2L * (1 + random.nextInt(500));
                fixture.code("main", "aten::mm", at, at + code)
                        .launch("main", at + code, at + code + 2, i)
                        .kernel(7, at + code + 4, at + code + 4 + kernel, i)
                        .sync("main", at + code + 2, at + code + 4 + kernel + 2);
                at += code + kernel + 6;
                if (random.nextBoolean()) {
                    fixture.host("main", Activity.INPUT_WAIT, "next", at, at + 200);
                    at += 200;
                }
            }
            CriticalPath path = CriticalPath.of(fixture.build());
            for (PathKind kind : EnumSet.of(PathKind.HOST_CODE, PathKind.COMPUTE, PathKind.INPUT_WAIT, PathKind.SYNC)) {
                for (double factor : new double[] {0, .5}) {
                    WhatIf answer = path.whatIf("any", EnumSet.of(kind), factor);
                    assertThat(answer.speedup())
                            .as("seed %d %s x %s", seed, kind, factor)
                            .isCloseTo(answer.shareBound(), within(1e-9));
                }
            }
        }
    }

    @Test
    void replayFindsTheLongestOfAllPaths() {
        for (int seed = 0; seed < 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            PathGraph graph =
                    window(timeline(random, 1 + random.nextInt(12)), random).graph();
            double[] factors = factors(1);
            for (int i = 0; i < factors.length; i++) {
                factors[i] = random.nextInt(3) / 2.0;
            }
            long longest = 0;
            long recorded = graph.span.from();
            for (int node = 0; node < graph.nodes.size; node++) {
                longest = Math.max(longest, longestTo(graph, node, factors) + own(graph, node, factors));
                recorded = Math.max(recorded, graph.nodes.end[node]);
            }
            assertThat(new Replay(graph).length(factors, true))
                    .as("seed %d", seed)
                    .isEqualTo(longest + graph.span.to() - recorded);
        }
    }

    /** The longest of all ways from the start of the window to the start of a piece, each tried. */
    private static long longestTo(PathGraph graph, int node, double[] factors) {
        int cause = graph.cause(node);
        long called = graph.called(node, cause);
        long cost = Math.round((graph.nodes.start[node] - called)
                * factors[graph.delay(node, cause).index()]);
        if (graph.isLaunch(node, cause)) {
            cost += Math.round((called - graph.nodes.start[cause]) * factors[graph.nodes.kind[cause]]);
        }
        long longest = cause < 0 ? cost : 0;
        for (int before : new int[] {graph.nodes.prev[node], graph.nodes.cross[node], graph.nodes.launch[node]}) {
            if (before >= 0) {
                long way = longestTo(graph, before, factors) + (before == cause ? cost : 0);
                longest =
                        Math.max(longest, before == graph.nodes.launch[node] ? way : way + own(graph, before, factors));
            }
        }
        return longest;
    }

    private static long own(PathGraph graph, int node, double[] factors) {
        long recorded = graph.nodes.end[node] - graph.nodes.start[node];
        return graph.nodes.is(node, Nodes.WAIT) ? 0 : Math.round(recorded * factors[graph.nodes.kind[node]]);
    }

    private static boolean waitsForHelper(PathGraph graph) {
        for (int node = graph.deviceNodes(); node < graph.nodes.size; node++) {
            if (graph.nodes.cross[node] >= graph.deviceNodes()) {
                return true;
            }
        }
        return false;
    }

    private static CriticalPath window(Timeline timeline, SplittableRandom random) {
        long length = timeline.endNanos() - timeline.startNanos();
        if (length < 2 || random.nextInt(3) == 0) {
            return CriticalPath.of(timeline);
        }
        long from = timeline.startNanos() + random.nextLong(length);
        return CriticalPath.of(timeline, from, from + random.nextLong(length));
    }

    private static double[] factors(double value) {
        double[] factors = new double[PathKind.values().length];
        Arrays.fill(factors, value);
        return factors;
    }

    /** Anything: nested or not, with and without partners, several streams and threads. */
    private static Timeline timeline(SplittableRandom random, int intervals) {
        PathFixture fixture = new PathFixture();
        long span = 50_000L << random.nextInt(6);
        for (int i = 0; i < intervals; i++) {
            long start = random.nextLong(span);
            long end = start + random.nextLong(1 + (span >> random.nextInt(8)));
            long correlation = random.nextInt(4) == 0 ? -1 : random.nextInt(intervals);
            if (random.nextInt(3) == 0) {
                Activity activity = DEVICE[random.nextInt(DEVICE.length)];
                fixture.device(random.nextInt(3), activity, "work", start, end, correlation);
            } else {
                Activity activity = HOST[random.nextInt(HOST.length)];
                String label = LABELS[random.nextInt(LABELS.length)];
                fixture.call("thread " + random.nextInt(3), activity, label, start, end, correlation);
            }
        }
        return fixture.build();
    }
}
