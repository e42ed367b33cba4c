package dev.amdahl.core.internal.timeline.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Asks a graph what its length would be. Not thread-safe. */
final class Scenarios {
    private record Question(String what, Set<PathKind> kinds, double factor) {}

    private static final List<Question> QUESTIONS = List.of(
            new Question("input_wait", EnumSet.of(PathKind.INPUT_WAIT), 0),
            new Question("launch_overhead", EnumSet.of(PathKind.LAUNCH_OVERHEAD), 0),
            new Question("kernel_gap", EnumSet.of(PathKind.KERNEL_GAP), 0),
            new Question("runtime", EnumSet.of(PathKind.RUNTIME), 0),
            new Question("communication", EnumSet.of(PathKind.COMMUNICATION), 0),
            new Question("copy", EnumSet.of(PathKind.COPY), 0),
            new Question("compute", EnumSet.of(PathKind.COMPUTE), .5),
            new Question("host_code", EnumSet.of(PathKind.HOST_CODE), .5));

    private final PathGraph graph;
    private final Replay replay;
    private final long length;
    private final long[] onPath;

    Scenarios(PathGraph graph, PathSegments segments) {
        this.graph = graph;
        this.replay = new Replay(graph);
        this.length = graph.span.to() - graph.span.from();
        this.onPath = new long[PathKind.values().length];
        for (int i = 0; i < segments.size(); i++) {
            onPath[segments.kind(i).index()] += segments.end(i) - segments.start(i);
        }
    }

    /** Returns the usual questions, of those kinds of time that the window has, the greatest speed-up first. */
    List<WhatIf> usual() {
        Set<PathKind> seen = seen();
        List<WhatIf> answers = new ArrayList<>();
        for (Question question : QUESTIONS) {
            if (seen.containsAll(question.kinds())) {
                answers.add(scaled(question.what(), question.kinds(), question.factor()));
            }
        }
        if (seen.contains(PathKind.SYNC)) {
            answers.add(withoutSyncs());
        }
        answers.sort((a, b) -> Double.compare(b.speedup(), a.speedup()));
        return answers;
    }

    WhatIf scaled(String what, Set<PathKind> kinds, double factor) {
        if (!(factor >= 0 && factor <= 1e6)) {
            throw new IllegalArgumentException("factor must lie in [0, 1e6], was " + factor);
        }
        double[] factors = ones();
        kinds.forEach(kind -> factors[kind.index()] = factor);
        return answer(what, factor, kinds, replay.length(factors, true));
    }

    WhatIf withoutSyncs() {
        double[] factors = ones();
        factors[PathKind.SYNC.index()] = 0;
        return answer("sync", 0, EnumSet.of(PathKind.SYNC), replay.length(factors, false));
    }

    private WhatIf answer(String what, double factor, Set<PathKind> kinds, long changed) {
        long share = 0;
        for (PathKind kind : kinds) {
            share += onPath[kind.index()];
        }
        return new WhatIf(what, factor, changed, ratio((double) changed), ratio(length - (1 - factor) * share));
    }

    private double ratio(double changed) {
        return length == 0 ? 1 : length / Math.max(0, changed);
    }

    private Set<PathKind> seen() {
        Set<PathKind> seen = EnumSet.noneOf(PathKind.class);
        for (int node = 0; node < graph.nodes.size; node++) {
            seen.add(PathKind.of(graph.nodes.kind[node]));
            int cause = graph.cause(node);
            if (graph.nodes.start[node] > graph.ready(node, cause)) {
                seen.add(graph.delay(node, cause));
            }
        }
        return seen;
    }

    private static double[] ones() {
        double[] factors = new double[PathKind.values().length];
        Arrays.fill(factors, 1);
        return factors;
    }
}
