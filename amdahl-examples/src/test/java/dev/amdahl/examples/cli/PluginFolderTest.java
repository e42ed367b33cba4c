package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins of a jar that only {@code --plugins} names are asked, of each kind that there is; each notes that it was. */
final class PluginFolderTest {
    private static final String NOTES = """
        package probe;

        import java.lang.reflect.InvocationTargetException;
        import java.lang.reflect.Proxy;
        import java.nio.file.Files;
        import java.nio.file.Path;
        import java.nio.file.StandardOpenOption;

        final class Notes {
            static <T> T noted(Class<T> kind, T plugin) {
                return kind.cast(Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, (self, method, given) -> {
                    if (kind.isAssignableFrom(method.getDeclaringClass()) && !method.getName().equals("name")) {
                        Files.writeString(Path.of("%s"),
                                kind.getSimpleName() + " " + Notes.class.getClassLoader().getClass().getSimpleName() + "\\n",
                                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    }
                    try {
                        return method.invoke(plugin, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
            }
        }
        """;

    private static final String FACTORY = """
                    package probe;

                    import dev.amdahl.core.testing.ScriptedScheduler;
                    import dev.amdahl.spi.*;
                    import dev.amdahl.spi.experiment.*;
                    import dev.amdahl.spi.hypothesis.*;
                    import dev.amdahl.spi.job.*;
                    import dev.amdahl.spi.llm.*;
                    import dev.amdahl.spi.profiler.*;
                    import java.nio.file.*;
                    import java.util.*;
                    import java.util.stream.Collectors;
        import java.util.stream.IntStream;
        import java.util.stream.Stream;

                    public final class Probe%1$s implements %1$sFactory {
                        public String name() {
                            return "probe";
                        }

                        public Availability availability() {
                            return Availability.ready();
                        }

                        public %1$s create(PluginContext context) {
                            return Notes.noted(%1$s.class, %2$s);
                        }
                    }
        """;

    /** By interface: its package below the vocabulary's, and what it does. */
    private static final Map<String, List<String>> KINDS = new TreeMap<>(Map.of(
            "FleetSource",
            List.of("job", "(from, to) -> Stream.empty()"),
            "Scheduler",
            List.of("experiment", """
                new ScriptedScheduler(8, arm -> {
                    double wander = .01 * new Random(arm.seed() + arm.name().hashCode()).nextGaussian();
                    double seconds = ("b".equals(arm.environment().get("MODE")) ? .5 : 1) * Math.exp(wander);
                    return ArmResult.succeeded(arm.name(), seconds).folder(Path.of("%s"));
                })\
                """),
            "Builder",
            List.of("experiment", """
                new Builder() {
                    public BuiltVariant build(BuildRequest request) {
                        throw new BuildFailedException("a probe builds nothing");
                    }

                    public Map<String, String> contentAfter(SourceTree source, PatchChange patch) {
                        throw new BuildFailedException("a probe builds nothing");
                    }
                }\
                """),
            "Profiler",
            List.of("profiler", """
                new Profiler() {
                    public boolean reads(Artifact artifact) {
                        return false;
                    }

                    public Profile read(Artifact artifact, ProfileLimits limits) {
                        throw new IllegalStateException("not asked to");
                    }
                }\
                """),
            "SiteFinder",
            List.of("profiler", "(root, limits) -> new SourceScan(root, List.of(), List.of(), List.of())"),
            "Advisor",
            List.of("hypothesis", "briefing -> List.of()"),
            "IdeaSource",
            List.of("hypothesis", """
                new IdeaSource() {
                    public List<Idea> search(IdeaQuery query) {
                        return List.of();
                    }

                    public String name() {
                        return "probe";
                    }
                }\
                """),
            "Refuter",
            List.of("experiment", """
                new Refuter() {
                    public String name() {
                        return "probe";
                    }

                    public Vote examine(Evidence evidence) {
                        return new Vote("probe", Vote.Ballot.UPHOLDS, false, "it was asked",
                                OptionalDouble.empty(), OptionalDouble.empty(), List.of());
                    }
                }\
                """),
            "PromotionGate",
            List.of("experiment", """
                new PromotionGate() {
                    public void request(ReviewPacket packet) {}

                    public Optional<Review> answer(String id) {
                        return Optional.empty();
                    }
                }\
                """),
            "Resampler",
            List.of("experiment", "new dev.amdahl.core.stats.resample.CpuResampler(1)")));

    static {
        KINDS.put("LlmBackend", List.of("llm", """
            new LlmBackend() {
                public String name() {
                    return "probe";
                }

                public LlmReply complete(LlmRequest request) {
                    throw new IllegalStateException("a probe knows nothing");
                }
            }\
            """));
    }

    @TempDir
    private Path folder;

    private Path plugins;

    @BeforeEach
    void makesTheJar() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("sources/probe"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path arm = Files.createDirectories(folder.resolve("arm"));
        Files.writeString(arm.resolve("trace.json"), "{}");
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-d",
                classes.toString()));
        arguments.add(Files.writeString(sources.resolve("Notes.java"), NOTES.formatted(folder.resolve("notes")))
                .toString());
        for (Map.Entry<String, List<String>> kind : KINDS.entrySet()) {
            String body = kind.getValue().get(1).replace("%s", arm.toString());
            arguments.add(Files.writeString(
                            sources.resolve("Probe" + kind.getKey() + ".java"), FACTORY.formatted(kind.getKey(), body))
                    .toString());
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int compiled = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));
        assertThat(compiled).as(said.toString(StandardCharsets.UTF_8)).isZero();
        plugins = Files.createDirectories(folder.resolve("plugins"));
        try (OutputStream out = Files.newOutputStream(plugins.resolve("probe.jar"));
                JarOutputStream jar = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                add(jar, classes.relativize(file).toString(), Files.readAllBytes(file));
            }
            for (Map.Entry<String, List<String>> kind : KINDS.entrySet()) {
                add(
                        jar,
                        "META-INF/services/dev.amdahl.spi." + kind.getValue().get(0) + "." + kind.getKey() + "Factory",
                        ("probe.Probe" + kind.getKey()).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws Exception {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private Cli with(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--plugins", plugins.toString()));
        return Cli.in(folder, all.toArray(new String[0]));
    }

    /** The kinds that were asked, all by a class loader of the folder. */
    private Set<String> asked() throws Exception {
        Set<String> kinds = new TreeSet<>();
        for (String line : Files.readAllLines(folder.resolve("notes"))) {
            assertThat(line).endsWith(" URLClassLoader");
            kinds.add(line.substring(0, line.indexOf(' ')));
        }
        return kinds;
    }

    @Test
    void everyKindOfPluginIsListed() throws Exception {
        assertThat(with("plugins").out().lines().filter(line -> line.contains(" probe ")))
                .hasSize(KINDS.size());
    }

    @Test
    void aLoopAsksWhatItUses() throws Exception {
        Requires.program("git");
        Files.writeString(
                folder.resolve("models.yaml"), "{models: [{name: probe, backend: probe}], advisor: true, dream: true}");
        Files.writeString(folder.resolve("p.patch"), """
            --- a/x
            +++ b/x
            @@ -1 +1 @@
            -a
            +b
            """);
        Path source = Files.createDirectories(folder.resolve("source"));
        Files.writeString(source.resolve("x"), "a\n");
        for (String git : List.of("init -q", "add x", "-c user.name=a -c user.email=a commit -qm x")) {
            assertThat(new ProcessBuilder(("git " + git).split(" "))
                            .directory(source.toFile())
                            .start()
                            .waitFor())
                    .isZero();
        }
        Files.writeString(folder.resolve("jobs.yaml"), """
            policy: {calibration: 0, noise: {trials: 4}}
            jobs:
              - family: f
                command: ["true"]
                environment: {MODE: "a"}
                levers: [{name: mode, environment: MODE, values: [b], addresses: [HOST_SERIAL]}]
              - family: g
                command: ["true"]
                directory: source
                source: {repository: source, revision: HEAD, build: ["true"], editable: [x]}
                hypotheses: [{title: patched, addresses: [HOST_SERIAL], patch: p.patch}]
            """);
        Cli run = with(
                "loop",
                "--jobs",
                "jobs.yaml",
                "--ledger",
                "ledger",
                "--scheduler",
                "probe",
                "--gate",
                "probe:url=https://reviews.example",
                "--builder",
                "probe",
                "--fleet",
                "probe",
                "--models",
                "models.yaml");
        Set<String> all = new TreeSet<>(KINDS.keySet());
        all.remove("Resampler");
        // A dream, which asks for ideas, needs a family whose trace was read.
        all.remove("IdeaSource");
        assertThat(asked()).as(run.err() + run.out()).containsAll(all);
    }

    @Test
    void aFleetOfAPluginIsScanned() throws Exception {
        with("scan", "--fleet", "probe");
        assertThat(asked()).contains("FleetSource");
    }

    @Test
    void aChosenResamplerCountsTheFlipsOfAFixedComparison() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        String[] same = {"ab", "--baseline", "sleep .01", "--variant", "sleep .02", "--pairs", "6"};
        List<String> call = new ArrayList<>(List.of(same));
        call.addAll(List.of("--resampler", "probe"));
        with(call.toArray(new String[0])).failsWith(2, "--resampler", "add --fixed-n");
        call.add("--fixed-n");
        Cli run = with(call.toArray(new String[0]));
        assertThat(run.out()).as(run.err()).contains("resampled sign-flip p");
        assertThat(asked()).contains("Resampler");
    }

    @Test
    void anUnknownNameListsThoseThatThereAre() throws Exception {
        Files.writeString(folder.resolve("jobs.yaml"), "jobs: [{family: f, command: [x]}]\n");
        with("loop", "--jobs", "jobs.yaml", "--ledger", "ledger", "--gate", "paper")
                .failsWith(2, "no plugin is named 'paper'", "file, probe");
        with("loop", "--jobs", "jobs.yaml", "--ledger", "ledger", "--gate", "probe:url")
                .failsWith(2, "--gate", "'url' is not a setting");
    }
}
