package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The steps of one kind that a server of language models named: {@code execute_context_1(64)_generation_3(3)} of vLLM, with the sums of
 * squares that tools add to it or without, and {@code step[DECODE bs=32]} of SGLang. A step goes on from the start of the device work that
 * its thread launched in it to that of the next step, so that waits between the two are in it; the last one to the end of its work. Where no
 * work is linked to it, its range on the host stands in.
 *
 * @param kind {@code prefill}, {@code decode}, {@code mixed} of both, or another of SGLang's words
 * @param steps how many
 * @param requestsP50 the lower median of the requests in a step
 * @param tokens that all of them worked on: of the prompts, and one or more for each request that is decoded
 * @param nanos of all
 * @param stepNanosP50 the lower median of one
 * @param tokensPerSecond tokens over time
 */
public record ServingSteps(
        @JsonProperty("kind") String kind,
        @JsonProperty("steps") int steps,
        @JsonProperty("requests_p50") long requestsP50,
        @JsonProperty("tokens") long tokens,
        @JsonProperty("ns") long nanos,
        @JsonProperty("step_ns_p50") long stepNanosP50,
        @JsonProperty("tokens_per_second") double tokensPerSecond) {
    private static final String NUMBER = "(\\d{1,9})";
    private static final Pattern VLLM = Pattern.compile("execute_(?:\\d{1,9}_)?context_" + NUMBER + "\\((?:sq)?"
            + NUMBER + "\\w{0,80}\\)_generation_" + NUMBER + "\\((?:sq)?" + NUMBER + "\\w{0,80}\\)");
    private static final Pattern SGLANG =
            Pattern.compile("step\\[([A-Z_]{1,30}) bs=" + NUMBER + "(?: toks=" + NUMBER + ")?[^\\]]{0,80}\\]");
    private static final Map<String, String> KINDS = Map.of("EXTEND", "prefill", "DECODE", "decode");

    /** Returns the steps by kind; empty where none are named. */
    public static List<ServingSteps> of(Timeline timeline) {
        List<Step> steps = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.HOST) {
                List<Step> named = named(lane);
                launchedIn(lane, named);
                steps.addAll(named);
            }
        }
        if (steps.isEmpty()) {
            return List.of();
        }
        work(timeline, steps);
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            boolean isFollowed = i + 1 < steps.size() && steps.get(i + 1).lane == step.lane;
            long next = isFollowed ? steps.get(i + 1).start() : step.end();
            step.nanos = Math.max(0, next - step.start());
        }
        return steps.stream()
                .map(step -> step.kind)
                .distinct()
                .sorted()
                .map(kind -> sum(
                        kind,
                        steps.stream().filter(step -> step.kind.equals(kind)).toList()))
                .toList();
    }

    /** The steps of a thread by time. Where the names of two tools lie within each other, vLLM's count, as they tell more. */
    private static List<Step> named(Lane lane) {
        List<Step> vllm = new ArrayList<>();
        List<Step> sglang = new ArrayList<>();
        for (int i = 0; i < lane.size(); i++) {
            String label = lane.label(i);
            if (label.startsWith("execute_")) {
                vllm(label, lane, i).ifPresent(vllm::add);
            } else if (label.startsWith("step[")) {
                sglang(label, lane, i).ifPresent(sglang::add);
            }
        }
        return vllm.isEmpty() ? sglang : vllm;
    }

    private static Optional<Step> vllm(String label, Lane lane, int i) {
        Matcher name = VLLM.matcher(label);
        if (!name.matches()) {
            return Optional.empty();
        }
        long prompts = Long.parseLong(name.group(1));
        long decoded = Long.parseLong(name.group(3));
        String kind = prompts == 0 ? "decode" : decoded == 0 ? "prefill" : "mixed";
        long tokens = Long.parseLong(name.group(2)) + Long.parseLong(name.group(4));
        return Optional.of(new Step(lane, i, kind, prompts + decoded, tokens));
    }

    private static Optional<Step> sglang(String label, Lane lane, int i) {
        Matcher name = SGLANG.matcher(label);
        if (!name.matches()) {
            return Optional.empty();
        }
        String mode = name.group(1);
        long requests = Long.parseLong(name.group(2));
        long tokens = name.group(3) == null ? requests : Long.parseLong(name.group(3));
        return Optional.of(
                new Step(lane, i, KINDS.getOrDefault(mode, mode.toLowerCase(Locale.ROOT)), requests, tokens));
    }

    /** Notes what a thread launched while a step of its own was open; both are sorted by start. */
    private static void launchedIn(Lane lane, List<Step> steps) {
        int at = 0;
        for (int i = 0; i < lane.size() && !steps.isEmpty(); i++) {
            while (at + 1 < steps.size() && steps.get(at + 1).hostStart <= lane.start(i)) {
                at++;
            }
            Step step = steps.get(at);
            if (lane.correlation(i) >= 0 && lane.start(i) >= step.hostStart && lane.start(i) < step.hostEnd) {
                step.launched.add(lane.correlation(i));
            }
        }
    }

    private static void work(Timeline timeline, List<Step> steps) {
        Map<Long, Step> byLaunch = new HashMap<>();
        steps.forEach(step -> step.launched.build().forEach(correlation -> byLaunch.put(correlation, step)));
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                Step step = byLaunch.get(lane.correlation(i));
                if (step != null) {
                    step.first = Math.min(step.first, lane.start(i));
                    step.last = Math.max(step.last, lane.end(i));
                }
            }
        }
    }

    private static ServingSteps sum(String kind, List<Step> steps) {
        long tokens = steps.stream().mapToLong(step -> step.tokens).sum();
        long nanos = steps.stream().mapToLong(step -> step.nanos).sum();
        return new ServingSteps(
                kind,
                steps.size(),
                median(steps, step -> step.requests),
                tokens,
                nanos,
                median(steps, step -> step.nanos),
                nanos == 0 ? 0 : tokens * 1e9 / nanos);
    }

    private static long median(List<Step> steps, ToLongFunction<Step> figure) {
        long[] sorted = steps.stream().mapToLong(figure).sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }

    /** One step while its times are found. */
    private static final class Step {
        private final Lane lane;
        private final long hostStart;
        private final long hostEnd;
        private final String kind;
        private final long requests;
        private final long tokens;
        private final LongStream.Builder launched = LongStream.builder();
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
        private long nanos;

        private Step(Lane lane, int i, String kind, long requests, long tokens) {
            this.lane = lane;
            this.hostStart = lane.start(i);
            this.hostEnd = lane.end(i);
            this.kind = kind;
            this.requests = requests;
            this.tokens = tokens;
        }

        private long start() {
            return first == Long.MAX_VALUE ? hostStart : first;
        }

        private long end() {
            return first == Long.MAX_VALUE ? hostEnd : last;
        }
    }
}
