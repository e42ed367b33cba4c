package dev.amdahl.examples.cli.review;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.review.ReviewServer;
import dev.amdahl.core.internal.report.review.ReviewSettings;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.fleet.FleetOptions;
import dev.amdahl.examples.cli.ledger.LedgerOperator;
import dev.amdahl.examples.cli.trace.KeptTraces;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.UsersFile;
import dev.amdahl.examples.notify.FleetMetrics;
import dev.amdahl.examples.notify.LedgerMetrics;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code serve}: the pages on which people see what waits and what was done, and answer. */
@Command(
        name = "serve",
        description =
                "Serve the control room of a ledger to this machine, also while a loop runs: what waits for an answer, what runs,"
                        + " what won, what was tried; ends with Ctrl-C.",
        footer = "  amdahl serve --ledger ./amdahl")
public final class ServeCommand extends CliCommand {
    private static final int TOKEN_BYTES = 32;

    private static final int MIN_TOKEN_LENGTH = 20;

    private static final int MAX_TOKEN_FILE_BYTES = 4096;

    private static final int MAX_PORT = 65_535;
    private static final Duration FRESH = Duration.ofHours(1);

    /** Most seconds that a caller may take to send a call, and to take its answer. */
    private static final Map<String, String> LIMITS =
            Map.of("sun.net.httpserver.maxReqTime", "10", "sun.net.httpserver.maxRspTime", "60");

    @Option(names = "--port", paramLabel = "N", description = "Port; default 0: any that is free.")
    private int port;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description =
                    "Listen on an address other than the loopback's: other machines can then reach the page, unencrypted.")
    private @Nullable String listen;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description =
                    "A name under which browsers may call the page, such as a proxy's; may be given several times.")
    private List<String> hosts = List.of();

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description =
                    "The users, each with their own token, and their roles: look, approve or operate (docs/control-room.md).")
    private @Nullable Path users;

    @Option(
            names = "--jobs",
            paramLabel = "FILE",
            description = "The jobs file, for the worth of wins, also in /metrics; default amdahl.yaml.")
    private @Nullable Path jobs;

    @Mixin
    private final FleetOptions fleet = new FleetOptions();

    private final FleetMetrics ranking = new FleetMetrics();

    @Option(names = "--for", paramLabel = "T", description = "How long to serve; default until it is stopped.")
    private @Nullable String length;

    @Option(
            names = "--metrics-token",
            paramLabel = "FILE",
            description = "A file with a token that Prometheus sends to read /metrics, and nothing else; made if it is"
                    + " not there.")
    private @Nullable Path metricsToken;

    @Override
    public Answer answer() throws InterruptedException, IOException {
        String url = requireLedger();
        Options.within("--port", port, 0, MAX_PORT);
        Duration most = length == null ? Duration.ofDays(36_500) : Options.duration("--for", length);
        InetAddress address = address();
        LedgerReader.view(url);
        LIMITS.forEach((name, seconds) -> System.setProperty(name, System.getProperty(name, seconds)));
        ReviewSettings.Builder settings = ReviewSettings.over(url)
                .inputs(inputs())
                .traces(new KeptTraces(this::plugins))
                .operator(new LedgerOperator(url));
        hosts.forEach(settings::host);
        if (users != null) {
            UsersFile.read(users).users().forEach(settings::user);
        }
        settings.metrics(
                new LedgerMetrics(version(), url, JobsFile.declared(jobs), ranking, Clock.systemUTC()),
                metricsToken == null ? Optional.empty() : Optional.of(token(metricsToken)));
        try (ReviewServer server = ReviewServer.start(settings.build(), new InetSocketAddress(address, port))) {
            if (!address.isLoopbackAddress()) {
                warn(address);
            }
            ObjectNode json = Json.object()
                    .put("url", server.url())
                    .put("port", server.address().getPort())
                    .put("address", address.getHostAddress());
            say(isJson() ? Json.line(json) : "control room at " + server.url() + "\nends with Ctrl-C");
            serve(most);
            return Answer.of(MissingNode.getInstance(), "");
        }
    }

    /** For Prometheus, the fleet is read again each hour; one that does not answer counts as it was read last. */
    private void serve(Duration most) throws InterruptedException {
        Duration left = most;
        while (fleet.isGiven() && left.compareTo(FRESH) > 0) {
            TimeUnit.MILLISECONDS.sleep(FRESH.toMillis());
            left = left.minus(FRESH);
            try {
                ranked();
            } catch (AmdahlException unanswered) {
                remark("the fleet was not read again: " + unanswered.getMessage());
            }
        }
        TimeUnit.MILLISECONDS.sleep(left.toMillis());
    }

    private ReportInputs.Fleet ranked() {
        ReportInputs.Fleet wasted = fleet.wasted(this::plugins, Clock.systemUTC(), seed());
        ranking.read(wasted.families(), Clock.systemUTC().instant());
        return wasted;
    }

    private ReportInputs inputs() {
        ReportInputs.Builder inputs = ReportInputs.builder().jobs(JobsFile.declared(jobs));
        if (fleet.isGiven()) {
            inputs.fleet(ranked());
        }
        return inputs.build();
    }

    private InetAddress address() {
        try {
            return listen == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(listen);
        } catch (UnknownHostException e) {
            throw new InvalidInputException("--listen " + listen, "is not an address", "give one of this machine", e);
        }
    }

    private void warn(InetAddress address) {
        remark("WARNING: --listen " + address.getHostAddress()
                + " shows the control room to every machine that reaches this one, unencrypted. Anybody who reads the"
                + " traffic or learns the token answers in the names of the keys in "
                + ReviewKeys.defaultFolder()
                + ". Put TLS in front of it, or leave --listen out and use ssh -L.");
    }

    /** Returns the one of a file, which is made for its owner alone if it is not there. */
    private static String token(Path file) throws IOException {
        if (!Files.exists(file)) {
            byte[] random = new byte[TOKEN_BYTES];
            new SecureRandom().nextBytes(random);
            String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            AtomicFiles.writeFirst(file, (token + "\n").getBytes(US_ASCII));
        }
        String token =
                Files.size(file) > MAX_TOKEN_FILE_BYTES ? "" : new String(Files.readAllBytes(file), US_ASCII).strip();
        if (token.length() < MIN_TOKEN_LENGTH || !token.matches("[!-~]+")) {
            throw new InvalidInputException(
                    "--metrics-token " + file,
                    "does not hold a token of at least " + MIN_TOKEN_LENGTH + " characters",
                    "remove it to have one made");
        }
        return token;
    }
}
