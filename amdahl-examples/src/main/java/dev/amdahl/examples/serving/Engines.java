package dev.amdahl.examples.serving;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The names under which inference servers publish the same few figures. Of several names the first that a page has counts: servers rename
 * them. Which versions were looked at is said in {@code docs/serving.md}.
 */
final class Engines {
    /** What is published. */
    enum Figure {
        /** Requests that are worked on. */
        RUNNING,
        /** Requests that wait to be. */
        WAITING,
        /** Share of the cache of keys and values in use. */
        CACHE,
        /** Seconds that requests waited, all together, and how many there were. */
        QUEUE_SECONDS,
        QUEUE_COUNT,
        PROMPT_TOKENS,
        GENERATED_TOKENS,
        /** Requests that lost their place for want of memory. */
        PREEMPTIONS
    }

    /**
     * One server.
     *
     * @param name its name
     * @param prefix what the names of its metrics begin with
     * @param names by figure
     * @param secondsPerUnit of its queue times
     */
    record Engine(String name, String prefix, Map<Figure, List<String>> names, double secondsPerUnit) {

        /** Returns the sum of a figure over all labels; empty where the page has none. */
        OptionalDouble value(Figure figure, MetricsPage page) {
            return names.getOrDefault(figure, List.of()).stream()
                    .filter(page::has)
                    .findFirst()
                    .map(page::sum)
                    .map(OptionalDouble::of)
                    .orElse(OptionalDouble.empty());
        }
    }

    static final List<Engine> TABLE = List.of(
            new Engine(
                    "vllm",
                    "vllm:",
                    Map.of(
                            Figure.RUNNING, List.of("vllm:num_requests_running"),
                            Figure.WAITING, List.of("vllm:num_requests_waiting"),
                            Figure.CACHE, List.of("vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"),
                            Figure.QUEUE_SECONDS, List.of("vllm:request_queue_time_seconds_sum"),
                            Figure.QUEUE_COUNT, List.of("vllm:request_queue_time_seconds_count"),
                            Figure.PROMPT_TOKENS, List.of("vllm:prompt_tokens_total"),
                            Figure.GENERATED_TOKENS, List.of("vllm:generation_tokens_total"),
                            Figure.PREEMPTIONS, List.of("vllm:num_preemptions_total")),
                    1),
            new Engine(
                    "sglang",
                    "sglang:",
                    Map.of(
                            Figure.RUNNING, List.of("sglang:num_running_reqs"),
                            Figure.WAITING, List.of("sglang:num_queue_reqs"),
                            Figure.CACHE, List.of("sglang:token_usage"),
                            Figure.QUEUE_SECONDS, List.of("sglang:queue_time_seconds_sum"),
                            Figure.QUEUE_COUNT, List.of("sglang:queue_time_seconds_count"),
                            Figure.PROMPT_TOKENS, List.of("sglang:prompt_tokens_total"),
                            Figure.GENERATED_TOKENS, List.of("sglang:generation_tokens_total")),
                    1),
            new Engine(
                    "tgi",
                    "tgi_",
                    Map.of(
                            Figure.RUNNING, List.of("tgi_batch_current_size"),
                            Figure.WAITING, List.of("tgi_queue_size"),
                            Figure.QUEUE_SECONDS, List.of("tgi_request_queue_duration_sum"),
                            Figure.QUEUE_COUNT, List.of("tgi_request_queue_duration_count"),
                            Figure.PROMPT_TOKENS, List.of("tgi_request_input_length_sum"),
                            Figure.GENERATED_TOKENS, List.of("tgi_request_generated_tokens_sum")),
                    1),
            new Engine(
                    "triton",
                    "nv_inference_",
                    Map.of(
                            Figure.WAITING, List.of("nv_inference_pending_request_count"),
                            Figure.QUEUE_SECONDS, List.of("nv_inference_queue_duration_us"),
                            Figure.QUEUE_COUNT, List.of("nv_inference_request_success")),
                    1e-6),
            new Engine(
                    "llama.cpp",
                    "llamacpp:",
                    Map.of(
                            Figure.RUNNING, List.of("llamacpp:requests_processing"),
                            Figure.WAITING, List.of("llamacpp:requests_deferred"),
                            Figure.CACHE, List.of("llamacpp:kv_cache_usage_ratio"),
                            Figure.PROMPT_TOKENS, List.of("llamacpp:prompt_tokens_total"),
                            Figure.GENERATED_TOKENS, List.of("llamacpp:tokens_predicted_total")),
                    1));

    private Engines() {}

    /** Returns whose page it is; empty where no known server has such names. */
    static Optional<Engine> of(MetricsPage page) {
        return TABLE.stream().filter(engine -> page.hasPrefix(engine.prefix())).findFirst();
    }
}
