package dev.amdahl.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServiceReaderTest {
    static final String SERVICE = """
            jobs:
              - family: chat
                kind: service
                start: [vllm, serve, model, --port, "{port}", --max-num-seqs=64]
                ready: {url: /health, within: 20m}
                load: {url: /v1/completions, body: '@ask.json', rate: 20, seconds: 60, warm_up: 10, metrics: /metrics}
                objective: first<=500ms, token<=50ms
                answers: exact
                levers:
                  - {name: sequences, argument: --max-num-seqs=64, values: [--max-num-seqs=128], addresses: [UNDER_BATCHED]}
                  - {name: prefix, flag: --enable-prefix-caching, addresses: [REDUNDANT_WORK]}
            """;

    @TempDir
    private Path folder;

    private JobSpec read(String text) throws IOException {
        return JobsFile.read(Files.writeString(folder.resolve("jobs.yaml"), text))
                .jobs()
                .get(0);
    }

    @Test
    void aRunIsTheLoadAroundTheWordsOfTheServer() throws IOException {
        JobSpec job = read(SERVICE);

        List<String> words = job.command();
        List<String> server = List.of("vllm", "serve", "model", "--port", "{port}", "--max-num-seqs=64");
        int from = words.indexOf("load");
        assertThat(words.subList(from, words.size() - server.size()))
                .containsExactly(
                        "load",
                        "--json=true",
                        "--log=-",
                        "--report=amdahl-serving.json",
                        "--ready=http://127.0.0.1:{port}/health",
                        "--ready-within=20m",
                        "--url=http://127.0.0.1:{port}/v1/completions",
                        "--rate=20.0",
                        "--seconds=60.0",
                        "--warm-up=10.0",
                        "--body=@" + folder.resolve("ask.json"),
                        "--metrics=http://127.0.0.1:{port}/metrics",
                        "--objective=first<=500ms, token<=50ms",
                        "--answers=amdahl-answers.txt",
                        "--");
        assertThat(words.subList(words.size() - server.size(), words.size())).isEqualTo(server);
        assertThat(job.levers().get(0).target()).isEqualTo(new LeverSetting.Argument("--max-num-seqs=64"));
        assertThat(job.levers().get(1).current()).isEqualTo("off");
        assertThat(job.outputs()).containsExactly(new OutputRule("amdahl-answers.txt", new OutputRule.Exact()));
        assertThat(job.artifacts()).containsEntry("serving", "amdahl-serving.json");
    }

    @Test
    void itsFiguresAreThoseThatTheLoadPrints() throws IOException {
        JobSpec job = read(SERVICE);
        MetricSpec metric = job.metric();

        assertThat(metric.pacedBy()).hasValue("load");
        assertThat(metric.lowerIsBetter()).isFalse();
        String printed =
                "{\n  \"requests\" : 300,\n  \"goodput_per_second\" : 93.3,\n  \"first_p99_seconds\" : 1.2E-4\n}";
        assertThat(found(metric.source(), printed)).isEqualTo("93.3");
        assertThat(found(job.workUnits(), printed)).isEqualTo("300");
        MetricSpec latency = read(SERVICE.replace("answers: exact", "metric: {name: first_p99_seconds}"))
                .metric();
        assertThat(latency.lowerIsBetter()).isTrue();
        assertThat(found(latency.source(), printed)).isEqualTo("1.2E-4");
    }

    private static String found(Optional<ValueSource> source, String text) {
        Matcher matcher = Pattern.compile(((ValueSource.Stdout) source.orElseThrow()).pattern())
                .matcher(text);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "kind: service|kind: server|unknown kind 'server'; write service",
                "kind: service|runs_per_week: 1|is of a service; add kind: service",
                "start:|command:|does not fit a service; name it 'start'",
                "objective: first<=500ms, token<=50ms|parallel: 1|'objective' is missing; say what a good answer is",
                "token<=50ms|token<=soon|objective: 'token<=soon' is not a bound",
                "rate: 20, |``|load: needs one of 'rate' and 'arrivals'",
                "seconds: 60, |``|load: 'seconds' is missing",
                "rate: 20|rate: 1e9|load.rate: makes 6.0E10 requests",
                "rate: 20, seconds: 60|arrivals: nowhere|no such file",
                "url: /v1/completions|url: v1|'v1' is not a URL; write a path such as /health",
                "answers: exact|answers: near|unknown comparison 'near'; write exact",
                "answers: exact|metric: {name: goodput}|unknown metric 'goodput'",
                "answers: exact|work_units: {stdout: (x)}|does not fit a service; remove it",
                "answers: exact|accelerators: {count: 2, nodes: 2}|a service runs on one node",
                "argument: --max-num-seqs=64|argument: load|'load' is not a word of the command",
            })
    void everyMistakeIsNamed(String right, String wrong, String words) {
        assertThat(SERVICE).contains(right);
        assertThatThrownBy(() -> read(SERVICE.replace(right, wrong)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(words);
    }
}
