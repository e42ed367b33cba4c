package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.serving.Arrivals;
import dev.amdahl.examples.serving.LoadReport;
import dev.amdahl.examples.serving.Objective;
import dev.amdahl.examples.serving.Requests;
import dev.amdahl.examples.serving.ServedLoad;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code load -- SERVER}: what a server does under requests that do not wait for it. */
@Command(
        name = "load",
        description = {
            "Start a server, send it requests at given times, and measure the answers.",
            "Requests are sent when they are due, answered or not, and times count from then."
        },
        footer = {"  amdahl load --rate 9 --url http://h:{port}/ --objective 'first<=2s' -- run.sh"})
public final class LoadCommand extends CliCommand {
    private static final double USUAL_SECONDS = 60;

    @Parameters(paramLabel = "SERVER", arity = "1..*", description = "The command that starts the server, after --.")
    private List<String> words = List.of();

    @Option(
            names = "--url",
            required = true,
            paramLabel = "URL",
            description = "Where requests go; {port} here and after -- is a free port.")
    private String url = "";

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = "The body to post; without one, requests are GETs.")
    private @Nullable String body;

    @Option(names = "--bodies", paramLabel = "FILE", description = "Bodies to post in turn, one per line.")
    private @Nullable Path bodies;

    @Option(names = "--header", paramLabel = "NAME: VALUE", description = "A header of each request; may be repeated.")
    private List<String> headers = List.of();

    @Option(names = "--rate", paramLabel = "N", description = "Requests a second, at random times drawn by --seed.")
    private @Nullable Double rate;

    @Option(names = "--even", description = "Send them at equal intervals.")
    private boolean even;

    @Option(
            names = "--arrivals",
            paramLabel = "FILE",
            description = "Recorded times instead of --rate: seconds, one per line.")
    private @Nullable Path arrivals;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long requests are sent; default 60, with --arrivals all of them.")
    private @Nullable Double seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "How much of that to leave unmeasured at the start; default ${DEFAULT-VALUE}.")
    private double warmUp;

    @Option(
            names = "--objective",
            required = true,
            paramLabel = "BOUNDS",
            description =
                    "What a good answer is: latency<=200ms, first<=50ms or token<=20ms, or several, separated by commas.")
    private String objective = "";

    @Option(
            names = "--ready",
            paramLabel = "URL",
            description = "A URL that answers GET once the server is ready; default --url itself.")
    private @Nullable String ready;

    @Option(
            names = "--ready-line",
            paramLabel = "REGEX",
            description = "Or a line that the server prints when it is ready.")
    private @Nullable String readyLine;

    @Option(
            names = "--ready-within",
            paramLabel = "D",
            description = "How long that may take; default ${DEFAULT-VALUE}.")
    private String readyWithin = "10m";

    @Option(
            names = "--stop-within",
            paramLabel = "D",
            description = "How long the server may take to end; default ${DEFAULT-VALUE}.")
    private String stopWithin = "10s";

    @Option(
            names = "--timeout",
            paramLabel = "D",
            description = "When a request counts as failed; default ${DEFAULT-VALUE}.")
    private String timeout = "60s";

    @Option(names = "--metrics", paramLabel = "URL", description = "The server's page of metrics, for Prometheus.")
    private @Nullable String metrics;

    @Option(names = "--log", paramLabel = "FILE", description = "Where the server's output goes; - is standard error.")
    private @Nullable String log;

    @Option(names = "--report", paramLabel = "FILE", description = "Write the document of --json there too.")
    private @Nullable Path report;

    @Option(
            names = "--answers",
            paramLabel = "FILE",
            description = "Write the digests of requests and their answers, for comparison.")
    private @Nullable Path answers;

    @Override
    public Answer answer() throws IOException {
        int port = ServedLoad.freePort();
        Requests requests = requests(port);
        Arrivals times = arrivals();
        double all = rate != null ? USUAL_SECONDS : Math.nextUp(times.last());
        double duration = seconds != null ? seconds : all;
        ServedLoad load = new ServedLoad(
                words.stream().map(word -> with(port, word)).toList(),
                requests,
                times,
                Objective.parse("--objective", objective),
                warmUp,
                duration,
                ready == null && readyLine != null ? Optional.empty() : Optional.of(ready(port, requests)),
                pattern(),
                Options.duration("--ready-within", readyWithin),
                Options.duration("--stop-within", stopWithin),
                metrics == null ? Optional.empty() : Optional.of(place("--metrics", metrics, port)));
        LoadReport measured;
        try (PrintWriter out = log()) {
            measured = load.run(out);
        }
        ObjectNode json = measured.json();
        write(measured, json);
        if (measured.good() == 0) {
            remark("none of " + measured.sent() + " requests had an answer within " + objective
                    + "; give it more time, or send fewer");
        }
        return Answer.of(json, measured.text(), measured.good() > 0);
    }

    private void write(LoadReport measured, ObjectNode json) throws IOException {
        if (report != null) {
            AtomicFiles.write(report, Json.text(json).getBytes(StandardCharsets.UTF_8));
        }
        if (answers != null) {
            String all = String.join("\n", measured.digests()) + "\n";
            AtomicFiles.write(answers, all.getBytes(StandardCharsets.UTF_8));
        }
        String told = System.getenv("AMDAHL_METRICS");
        if (told != null && !told.isBlank()) {
            ObjectNode document = Json.object().put("work_units", measured.sent());
            ObjectNode figures = document.putObject("metrics");
            json.properties().forEach(entry -> {
                if (entry.getValue().isNumber()) {
                    figures.set(entry.getKey(), entry.getValue());
                }
            });
            Files.writeString(Path.of(told), Json.line(document));
        }
    }

    private Requests requests(int port) throws IOException {
        if (body != null && bodies != null) {
            throw new InvalidInputException("--bodies", "was given with --body", "keep one of them");
        }
        List<String> posted = List.of();
        if (body != null) {
            posted = List.of(body.startsWith("@") ? Files.readString(Path.of(body.substring(1))) : body);
        } else if (bodies != null) {
            posted = Files.readAllLines(bodies).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
            if (posted.isEmpty()) {
                throw new InvalidInputException(
                        "--bodies " + bodies, "holds no line", "write what is posted, a line each");
            }
        }
        return new Requests(place("--url", url, port), posted, headers(), Options.duration("--timeout", timeout));
    }

    private Map<String, String> headers() {
        Map<String, String> named = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new InvalidInputException("--header", "'" + header + "' has no ':'", "write it as NAME: VALUE");
            }
            named.put(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
        return named;
    }

    private Arrivals arrivals() throws IOException {
        if ((rate == null) == (arrivals == null)) {
            throw new InvalidInputException("load", "needs one of --rate and --arrivals", "give one of them");
        }
        if (seconds != null && !(seconds > 0 && seconds < 1e6)) {
            throw new InvalidInputException("--seconds", "was " + seconds, "give a number above 0");
        }
        if (arrivals != null) {
            Arrivals all = Arrivals.read(arrivals);
            return seconds == null ? all : all.until(seconds);
        }
        double perSecond = rate == null ? 0 : rate;
        if (!(perSecond > 0)) {
            throw new InvalidInputException("--rate", "was " + perSecond, "give a number above 0");
        }
        double duration = seconds == null ? USUAL_SECONDS : seconds;
        return even ? Arrivals.even(perSecond, duration) : Arrivals.poisson(perSecond, duration, seed());
    }

    private URI ready(int port, Requests requests) {
        return ready == null ? requests.url() : place("--ready", ready, port);
    }

    private Optional<Pattern> pattern() {
        try {
            return Optional.ofNullable(readyLine).map(Pattern::compile);
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(
                    "--ready-line",
                    "'" + readyLine + "' is not a regular expression: " + e.getDescription(),
                    "fix it",
                    e);
        }
    }

    private PrintWriter log() throws IOException {
        if (log == null) {
            return new PrintWriter(Writer.nullWriter());
        }
        return log.equals("-")
                ? new PrintWriter(remarks(), true)
                : new PrintWriter(Files.newBufferedWriter(Path.of(log)), true);
    }

    private static String with(int port, String text) {
        return text.replace(ServedLoad.PORT, Integer.toString(port));
    }

    private static URI place(String option, String text, int port) {
        try {
            URI place = URI.create(with(port, text));
            if (("http".equals(place.getScheme()) || "https".equals(place.getScheme())) && place.getHost() != null) {
                return place;
            }
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(option, "'" + text + "' is not a URL", "write http://HOST:PORT/PATH", e);
        }
        throw new InvalidInputException(option, "'" + text + "' is not a URL", "write http://HOST:PORT/PATH");
    }
}
