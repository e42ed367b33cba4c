package dev.amdahl.examples.cli.fleet;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.anomaly.AnomalyDetector;
import dev.amdahl.core.internal.anomaly.SeriesCoverage;
import dev.amdahl.core.internal.anomaly.WatchPolicy;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.examples.cli.run.PluginSettings;
import dev.amdahl.examples.watch.Feed;
import dev.amdahl.examples.watch.SampleFile;
import dev.amdahl.examples.watch.ServerSamples;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Anomaly;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code watch FILE} or {@code watch --prometheus URL}: what is going wrong with running jobs. */
@Command(
        name = "watch",
        description = "Find what is going wrong with running jobs from their samples and logs.",
        footer = {
            "  amdahl watch samples.csv job.log",
            "  amdahl watch --prometheus http://prometheus:9090 --follow --for 8h"
        })
public final class WatchCommand extends CliCommand {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = {
                "Samples of nvidia-smi, DCGM or a monitor, lines of {\"time\", \"series\", \"value\"}, or a job's log;",
                "several are of one job."
            })
    private List<Path> files = List.of();

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            description = "A Prometheus server that scrapes DCGM exporters.")
    private @Nullable String prometheus;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of the source, as docs/prometheus.md lists them; may be given several times.")
    private Map<String, String> settings = new HashMap<>();

    @Option(
            names = "--since",
            paramLabel = "T",
            description = "With --prometheus: how far back; default ${DEFAULT-VALUE}.")
    private String since = "1h";

    @Option(
            names = "--every",
            paramLabel = "T",
            description = "With --prometheus --follow: how often; default ${DEFAULT-VALUE}.")
    private String every = "15s";

    @Option(names = "--follow", description = "Go on as samples come; with --json one line for each finding.")
    private boolean follow;

    @Option(names = "--for", paramLabel = "T", description = "With --follow: for how long; default until it is ended.")
    private @Nullable String length;

    @Option(names = "--family", paramLabel = "NAME", description = "The family of the job, for --json.")
    private String family = "";

    @Option(names = "--job", paramLabel = "NAME", description = "Name of the job where the samples name none.")
    private String job = "";

    @Option(names = "--host", paramLabel = "NAME", description = "Host of the samples where they name none.")
    private String host = "";

    @Option(names = "--require", paramLabel = "quiet", description = "Exit with 1 if anything is found.")
    private @Nullable String require;

    private final List<Anomaly> found = new ArrayList<>();
    private Map<String, String> families = Map.of();

    @Override
    public Answer answer() throws IOException {
        if (require != null && !require.equals("quiet")) {
            throw new InvalidInputException("--require", "was '" + require + "'", "write quiet");
        }
        if (files.isEmpty() && prometheus == null) {
            throw new InvalidInputException("watch", "no samples are named", "add FILE or --prometheus URL");
        }
        if (!files.isEmpty() && prometheus != null) {
            throw new InvalidInputException("watch", "FILE and --prometheus were both given", "give one of them");
        }
        if (follow && files.size() > 1) {
            throw new InvalidInputException("--follow", "takes one FILE", "follow each with its own command");
        }
        AnomalyDetector watcher = new AnomalyDetector(WatchPolicy.DEFAULT, this::take);
        Feed feed = new Feed(watcher, host, job);
        Clock clock = Clock.systemUTC();
        Instant until = length == null ? FAR : clock.instant().plus(Options.duration("--for", length));
        Runnable tick = () -> {
            Instant now = clock.instant();
            watcher.tick(now.getEpochSecond() * 1_000_000_000L + now.getNano());
        };
        if (prometheus != null) {
            server(feed, clock, until, tick);
        } else if (follow) {
            new SampleFile(files.get(0)).follow(feed, clock, until, feed.isUntimed() ? () -> {} : tick);
        } else {
            files.forEach(file -> new SampleFile(file).read(feed));
        }
        return answer(watcher.coverage(), feed);
    }

    private void server(Feed feed, Clock clock, Instant until, Runnable tick) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("url", String.valueOf(prometheus));
        ServerSamples samples =
                new ServerSamples(new PluginSettings(clock, new SplittableRandom(seed()), Path.of("."), all), feed);
        families = samples.families();
        Instant read = samples.read(Options.duration("--since", since));
        if (follow) {
            samples.follow(read, Options.duration("--every", every), clock, until, tick, this::remark);
        }
    }

    private void take(Anomaly anomaly) {
        found.add(anomaly);
        if (follow) {
            say(isJson() ? Json.line(Findings.json(anomaly, family(anomaly))) : Findings.text(anomaly));
            found.subList(0, Math.max(0, found.size() - 1)).clear();
        } else if (!isJson()) {
            say(Findings.text(anomaly));
        }
    }

    private String family(Anomaly anomaly) {
        return family.isEmpty() ? families.getOrDefault(anomaly.place().job(), "") : family;
    }

    private Answer answer(List<SeriesCoverage> coverage, Feed feed) {
        boolean isYes = require == null || found.isEmpty();
        double seconds = coverage.stream().mapToDouble(SeriesCoverage::seconds).sum();
        double unknown =
                coverage.stream().mapToDouble(SeriesCoverage::unknownSeconds).sum();
        if (follow) {
            return Answer.of(MissingNode.getInstance(), "", isYes);
        }
        ObjectNode json = Json.object().put("samples", feed.samples());
        json.set("findings", Json.array(found, anomaly -> Findings.json(anomaly, family(anomaly))));
        json.set("series", Json.array(coverage, Findings::json));
        json.set("unknown_share", Json.number(seconds > 0 ? unknown / seconds : Double.NaN));
        String text = (found.isEmpty() ? "nothing found" : found.size() + " found") + " in "
                + Plurals.of(feed.samples(), "sample") + " of "
                + coverage.size() + " series"
                + (seconds > 0 ? ", " + Words.percent(unknown / seconds) + " of their time unknown" : "")
                + (feed.isUntimed() ? "; samples without a time count as one a second" : "");
        return Answer.of(json, text, isYes);
    }
}
