package dev.amdahl.llm.internal.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.answer.Settings;
import dev.amdahl.llm.internal.proxy.Forwarder;
import dev.amdahl.llm.internal.proxy.ModelProxy;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Workbench;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program such as {@code claude} or {@code codex} that works with its own tools in a work tree of a job: in a sandbox, whose only way out is
 * a {@link ModelProxy}. Nothing that it says of itself counts but its claim, which is a hypothesis: the change is what the tree shows, and the
 * cost is what the service said to the proxy. Immutable and thread-safe.
 */
public final class WorkingProgram {
    /** What stands in the place of a key inside. */
    static final String NO_KEY = "kept-outside-of-the-sandbox";

    private static final Logger LOG = LoggerFactory.getLogger(WorkingProgram.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String AGENT = "agent";
    private static final int MAX_OUTPUT = 8 << 20;
    private static final int STOPPED = 124;
    private static final String OUT_OF = "amdahl sandbox: out of ";
    /** For the sandbox to end by itself and to say why. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private static final Path CERTIFICATES = Path.of("/etc/ssl/certs");
    private static final int MAX_STEPS = 400;
    private static final int MAX_STEP = 1000;

    private final WorkSettings.Kind kind;
    private final WorkSettings settings;
    private final Agent agent;

    WorkingProgram(WorkSettings.Kind kind, WorkSettings settings) {
        this.kind = kind;
        this.settings = settings;
        this.agent = kind.agent(settings);
    }

    /**
     * Returns the program that the setting {@code agent} names.
     *
     * @throws InvalidInputException if a setting is missing or wrong
     */
    public static WorkingProgram of(PluginContext context, Map<String, String> environment) {
        String name = Settings.required(context, AGENT, "name claude or codex");
        WorkSettings.Kind kind = WorkSettings.Kind.named(name)
                .orElseThrow(() -> new InvalidInputException(
                        "setting `" + AGENT + "`", "'" + name + "' is no agent", "name claude or codex"));
        return new WorkingProgram(kind, WorkSettings.of(context, kind, environment));
    }

    /** Returns whether one is named and there. */
    public static Availability availability(PluginContext context, Map<String, String> environment) {
        return context.setting(AGENT)
                .map(name -> AgentSettings.availability(context, name, environment))
                .orElseGet(() -> Availability.unavailable("name claude or codex with the setting `" + AGENT + "`"));
    }

    /** Returns the prices of its model's tokens. */
    public PriceList prices() {
        return settings.prices();
    }

    /** Most tokens of a run, read and written. */
    public long tokens() {
        return settings.limits().tokens();
    }

    /** Most price of a run. */
    public double mostPrice() {
        return settings.limits().price();
    }

    /** Returns how long a run may take. */
    public Duration time() {
        return settings.time();
    }

    /**
     * Returns a backend that sets the program to work once for each question. Its answer is one JSON object: {@code claim}, the object that the
     * question's schema asks for; {@code patch}, what is changed in the tree; {@code tests}, how the job's tests ended on it; {@code notes},
     * what the program tried that it may not; {@code steps}, what it did. All of it is redacted.
     */
    public LlmBackend in(Supplier<Optional<Workbench>> benches) {
        return new LlmBackend() {
            @Override
            public String name() {
                return kind.program() + "-agent";
            }

            @Override
            public String place() {
                return Redaction.of(settings.agent().model().orElse("") + " by "
                        + settings.agent().program() + " at " + settings.endpoint());
            }

            @Override
            public LlmReply complete(LlmRequest request) {
                return work(request, benches);
            }
        };
    }

    private LlmReply work(LlmRequest request, Supplier<Optional<Workbench>> benches) {
        Path folder = null;
        try (Workbench bench = benches.get()
                .orElseThrow(() -> failure(Reason.NOT_ALLOWED, "the job has no source that a patch may touch", null))) {
            folder = Files.createTempDirectory("amdahl-way");
            return work(request, bench, folder);
        } catch (LlmException none) {
            throw none;
        } catch (AmdahlException none) {
            throw failure(Reason.NOT_ALLOWED, String.valueOf(none.getMessage()), none);
        } catch (IOException failed) {
            throw failure(Reason.NOT_INSTALLED, "no way out of the sandbox could be opened: " + failed, failed);
        } finally {
            delete(folder);
        }
    }

    private LlmReply work(LlmRequest request, Workbench bench, Path folder) throws IOException {
        Path shown = Files.createDirectory(folder.resolve("shown"));
        Path socket = shown.resolve("socket");
        Path program = settings.agent().installed().toRealPath();
        List<String> command = new ArrayList<>(forwarder(shown, socket));
        command.add(program.toString());
        command.addAll(agent.arguments(request, shown));
        showToNobody(shown);
        Map<String, String> environment = environment(request);
        try (ModelProxy proxy = ModelProxy.listening(
                socket, settings.endpoint(), settings.hosts(), settings.prices(), settings.limits())) {
            try {
                AgentRun.Ended ended = AgentRun.run(
                        bench.holding(command, shown(shown, program), environment.keySet(), request.timeLimit()),
                        bench.tree(),
                        environment,
                        agent.input(request, Optional.empty()),
                        Deadline.in(request.timeLimit().plus(GRACE)),
                        new AgentRun.Bounds(settings.agent().toString(), MAX_OUTPUT, Process::destroy));
                requireUnstopped(ended, request.timeLimit());
                LlmReply said = agent.read(ended);
                return new LlmReply(
                        answer(bench, proxy, said.text(), agent.steps(ended.output())),
                        said.model(),
                        usage(proxy, said.usage()));
            } catch (LlmException none) {
                throw new LlmException(
                        none.reason(), none.getMessage() + refusals(proxy), usage(proxy, none.usage()), none);
            } catch (RuntimeException broken) {
                throw new LlmException(
                        Reason.PROTOCOL,
                        settings.agent() + ": its work could not be taken over: " + Redaction.of(broken.toString()),
                        usage(proxy, LlmUsage.NONE),
                        broken);
            }
        }
    }

    /** Started by root, who is in the sandbox is nobody; the folder above it is the caller's alone. */
    private static void showToNobody(Path shown) throws IOException {
        try (Stream<Path> all = Files.walk(shown)) {
            for (Path path : all.toList()) {
                Files.setPosixFilePermissions(
                        path, PosixFilePermissions.fromString(Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }

    private void requireUnstopped(AgentRun.Ended ended, Duration limit) {
        if (ended.exitCode() == STOPPED) {
            throw failure(Reason.TIME_LIMIT, "did not end within " + limit.toSeconds() + " s, it was stopped", null);
        }
        ended.complaints()
                .lines()
                .filter(line -> line.startsWith(OUT_OF))
                .reduce((earlier, later) -> later)
                .ifPresent(line -> {
                    throw failure(
                            Reason.PROTOCOL, "was stopped, as it ran out of " + line.substring(OUT_OF.length()), null);
                });
    }

    /** One class file and a Java: what every machine has that runs this. */
    private static List<String> forwarder(Path shown, Path socket) throws IOException {
        String file = Forwarder.class.getName().replace('.', '/') + ".class";
        try (InputStream code = Forwarder.class.getResourceAsStream("/" + file)) {
            if (code == null) {
                throw new IOException(file + " is missing from the jar; rebuild it");
            }
            Path copy = shown.resolve("classes").resolve(file);
            MoreFiles.createParentDirectories(copy);
            Files.copy(code, copy);
        }
        return List.of(
                java().resolve("bin/java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx64m",
                "-cp",
                shown.resolve("classes").toString(),
                Forwarder.class.getName(),
                socket.toString(),
                String.valueOf(ModelProxy.PORT));
    }

    private static Path java() throws IOException {
        return Path.of(System.getProperty("java.home")).toRealPath();
    }

    /** Packages of npm stand beside each other. */
    private List<Path> shown(Path own, Path program) throws IOException {
        List<Path> shown = new ArrayList<>(settings.readable());
        shown.add(own);
        shown.add(java());
        if (Files.isDirectory(CERTIFICATES)) {
            shown.add(CERTIFICATES);
        }
        Path at = program;
        for (Path up = program; up != null; up = up.getParent()) {
            if (up.endsWith("node_modules")) {
                at = up;
            }
        }
        shown.add(at);
        return shown.stream().filter(path -> !path.startsWith("/usr")).toList();
    }

    private Map<String, String> environment(LlmRequest request) {
        Map<String, String> environment = new HashMap<>();
        for (String name : List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")) {
            environment.put(name, ModelProxy.ADDRESS);
        }
        environment.put("NO_PROXY", "127.0.0.1,localhost");
        environment.put("no_proxy", "127.0.0.1,localhost");
        environment.putAll(agent.variables(request));
        environment.putAll(settings.agent().environment());
        // The sandbox has its own.
        List.of("PATH", "LANG", "HOME", "TMPDIR").forEach(environment::remove);
        return environment;
    }

    /** By the proxy; the program may say that it cost more, up to what it may cost. */
    private LlmUsage usage(ModelProxy proxy, LlmUsage said) {
        LlmUsage seen = proxy.usage();
        double more = Double.isInfinite(mostPrice()) ? said.price() : Math.min(said.price(), mostPrice());
        return new LlmUsage(seen.inputTokens(), seen.cachedTokens(), seen.outputTokens(), Math.max(seen.price(), more));
    }

    private static String answer(Workbench bench, ModelProxy proxy, String claim, List<String> steps) {
        List<String> notes = new ArrayList<>();
        proxy.refused().forEach(line -> notes.add("it asked for the network: " + line));
        Workbench.Answer adopted = bench.adopt();
        if (!adopted.isDone() || adopted.text().contains("put back")) {
            notes.add(shown(adopted.text()));
        }
        Workbench.Answer diff = bench.diff();
        String patch = diff.isDone() ? diff.text() : "";
        if (!diff.isDone()) {
            notes.add(shown(diff.text()));
        }
        ObjectNode answer = JSON.createObjectNode();
        answer.set("claim", json(Redaction.of(claim)));
        answer.put("patch", Redaction.of(patch));
        if (!patch.isBlank()) {
            Workbench.Run tests = bench.test();
            answer.put("tests", tests.end().name());
            answer.put("output", Redaction.of(tests.output()));
        }
        answer.put("calls", proxy.calls());
        notes.forEach(answer.putArray("notes")::add);
        steps.stream().limit(MAX_STEPS).map(WorkingProgram::shown).forEach(answer.putArray("steps")::add);
        return answer.toString();
    }

    private static JsonNode json(String claim) {
        try {
            return JSON.readTree(claim);
        } catch (JsonProcessingException words) {
            return JSON.getNodeFactory().textNode(shown(claim));
        }
    }

    private static String shown(String step) {
        String clean = Redaction.of(step);
        return clean.length() <= MAX_STEP ? clean : clean.substring(0, MAX_STEP) + " …";
    }

    private static String refusals(ModelProxy proxy) {
        return proxy.refused().isEmpty() ? "" : "; it asked for the network: " + String.join("; ", proxy.refused());
    }

    private LlmException failure(Reason reason, String problem, @Nullable Throwable cause) {
        return new LlmException(reason, settings.agent() + ": " + problem, LlmUsage.NONE, cause);
    }

    private static void delete(@Nullable Path folder) {
        if (folder != null) {
            try {
                MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
            } catch (IOException failed) {
                LOG.warn("{} could not be deleted", folder, failed);
            }
        }
    }
}
