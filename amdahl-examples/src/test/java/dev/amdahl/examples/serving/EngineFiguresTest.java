package dev.amdahl.examples.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages with the names that each server's own documentation gives. */
final class EngineFiguresTest {
    private static EngineFigures of(String... pages) {
        return EngineFigures.of(Stream.of(pages).map(MetricsPage::of).toList()).orElseThrow();
    }

    @Test
    void vllmOldAndNew() {
        String page = """
                # TYPE vllm:num_requests_running gauge
                vllm:num_requests_running{model_name="m"} %s
                vllm:num_requests_waiting{model_name="m"} %s
                vllm:%s{model_name="m"} 0.5
                vllm:request_queue_time_seconds_sum{model_name="m"} %s
                vllm:request_queue_time_seconds_count{model_name="m"} %s
                vllm:generation_tokens_total{model_name="m"} %s
                """;
        EngineFigures figures = of(
                page.formatted(0, 0, "kv_cache_usage_perc", 1, 10, 100),
                page.formatted(8, 3, "kv_cache_usage_perc", 2, 20, 300),
                page.formatted(8, 5, "kv_cache_usage_perc", 4, 30, 500));

        assertThat(figures.engine()).isEqualTo("vllm");
        assertThat(figures.mostRunning()).hasValue(8);
        assertThat(figures.capped().orElseThrow()).isEqualTo(2.0 / 3);
        assertThat(figures.queueSeconds()).hasValue(3.0 / 20);
        assertThat(figures.generatedTokens()).hasValue(400);
        assertThat(figures.preemptions()).isEmpty();
        assertThat(of(page.formatted(1, 0, "gpu_cache_usage_perc", 1, 1, 1)).cache())
                .hasValue(.5);
    }

    @Test
    void requestsThatWaitForMemoryAreNotHeldUpByALimit() {
        String full = """
                vllm:num_requests_running 8
                vllm:num_requests_waiting 3
                vllm:kv_cache_usage_perc 0.99
                """;

        assertThat(of(full, full).capped()).hasValue(0);
    }

    @Test
    void theOthers() {
        assertThat(of("sglang:num_running_reqs{tp_rank=\"0\"} 3\nsglang:num_queue_reqs 1\nsglang:token_usage 0.25\n"))
                .satisfies(sglang -> {
                    assertThat(sglang.engine()).isEqualTo("sglang");
                    assertThat(sglang.running()).hasValue(3);
                    assertThat(sglang.cache()).hasValue(.25);
                });
        assertThat(of("tgi_batch_current_size 4\ntgi_queue_size 7\n").waiting()).hasValue(7);
        assertThat(of(
                                "nv_inference_queue_duration_us{model=\"m\"} 0\nnv_inference_request_success{model=\"m\"} 0\n",
                                "nv_inference_queue_duration_us{model=\"m\"} 4000\nnv_inference_request_success{model=\"m\"} 2\n")
                        .queueSeconds())
                .hasValue(.002);
        assertThat(of("llamacpp:requests_processing 4\nllamacpp:requests_deferred 46\n")
                        .waiting())
                .hasValue(46);
    }

    @Test
    void aPageOfSomethingElseTellsNothing() {
        assertThat(EngineFigures.of(List.of(MetricsPage.of("go_goroutines 9\nbroken{ 1\nvllm NaN\n"))))
                .isEqualTo(Optional.empty());
    }
}
