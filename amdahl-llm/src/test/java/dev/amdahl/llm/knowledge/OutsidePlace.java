package dev.amdahl.llm.knowledge;

import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Places outside on the loopback interface, whose answers are in the published forms, and sources that ask them. Not thread-safe. */
final class OutsidePlace implements AutoCloseable {
    static final String ATOM = """
            <?xml version="1.0" encoding="UTF-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
              <link href="http://arxiv.org/api/query?search_query%3Dall:loader" rel="self" type="application/atom+xml"/>
              <title type="html">ArXiv Query: search_query=all:loader&amp;start=0&amp;max_results=20</title>
              <id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
              <updated>2026-11-27T00:00:00-05:00</updated>
              <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">2</opensearch:totalResults>
              <entry>
                <id>http://arxiv.org/abs/2405.00001v2</id>
                <published>2026-05-01T12:00:00Z</published>
                <title>Feeding Accelerators:
              A Study of Data Loaders</title>
                <summary>  We study training jobs that wait. In our jobs a dataloader whose workers
            prefetch decoded shards removes most of the wait for input. We release the code.
            </summary>
                <author><name>A. Author</name></author>
                <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">12 pages</arxiv:comment>
                <link href="http://arxiv.org/abs/2405.00001v2" rel="alternate" type="text/html"/>
                <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.LG"
                  scheme="http://arxiv.org/schemas/atom"/>
                <category term="cs.LG" scheme="http://arxiv.org/schemas/atom"/>
              </entry>
              <entry>
                <id>http://arxiv.org/abs/2405.00002v1</id>
                <title>On Something Else</title>
                <summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Of <b>nothing</b> that helps.</div></summary>
              </entry>
            </feed>
            """;
    static final String ISSUES = """
            {"total_count": 2, "incomplete_results": false, "items": [
             {"id": 1, "number": 77, "html_url": "https://github.com/o/r/pull/77", "title": "Prefetch in the dataloader", "state": "closed",
              "pull_request": {"html_url": "https://github.com/o/r/pull/77", "merged_at": "2026-01-01T00:00:00Z"}, "score": 1.0,
              "body": "### What\\r\\nThe loader starves, so set NUM_WORKERS=8 where input is decoded.\\r\\n```\\ncode\\n```\\r\\nThanks!"},
             {"id": 2, "number": 78, "html_url": "https://github.com/o/r/issues/78", "title": "Loader workers hang", "body": null}]}
            """;
    static final JobSpec JOB = JobSpec.builder("secret-family", List.of("train", "--secret-flag"))
            .levers(List.of(new Lever(
                    "workers",
                    new LeverSetting.Environment("NUM_WORKERS"),
                    "0",
                    List.of("4", "8"),
                    List.of(Bottleneck.HOST_SERIAL),
                    Optional.empty())))
            .build();
    static final IdeaQuery INPUT = new Query(JOB, Set.of(Bottleneck.INPUT_STARVATION), Map.of("secret_metric", .4));

    final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
    private final Path folder;
    private final List<LoopbackModel> servers = new ArrayList<>();
    final Map<String, String> settings = new HashMap<>(Map.of("pause_seconds", "0"));
    final Map<String, String> environment = new HashMap<>();

    record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {}

    private record Given(Clock clock, Map<String, String> settings, Path folder) implements PluginContext {
        @Override
        public RandomGenerator random() {
            return new SplittableRandom(1);
        }

        @Override
        public Path directory() {
            return folder;
        }
    }

    OutsidePlace(Path folder) {
        this.folder = folder;
    }

    LoopbackModel serving(Fault... script) {
        LoopbackModel server = LoopbackModel.serving(script);
        servers.add(server);
        settings.put("url", server.address());
        return server;
    }

    IdeaSource asking(String service) {
        settings.put("service", service);
        return new OutsideSource(endpoint(), clock);
    }

    OutsideEndpoint endpoint() {
        return OutsideEndpoint.of(new Given(clock, settings, folder), environment);
    }

    @Override
    public void close() throws IOException {
        for (LoopbackModel server : servers) {
            server.close();
        }
    }
}
