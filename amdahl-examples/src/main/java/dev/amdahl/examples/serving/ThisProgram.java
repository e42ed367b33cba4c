package dev.amdahl.examples.serving;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** This command line as a program that can be started once more, elsewhere on this machine. */
public final class ThisProgram {
    /** The variable that names the process without which a command of this program ends: whoever asked for its answer. */
    public static final String OWNER = "AMDAHL_OWNER";

    /** Options of a JVM that compiles little and has the simplest collector: short work spends more on both than it wins by them. */
    public static final List<String> LEAN = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final int ENDED = 143;
    private static final String MAIN = "dev.amdahl.examples.cli.Main";

    private ThisProgram() {}

    /** Returns the same JVM with the same class path, and the same heap where it was given. */
    public static List<String> command() {
        Optional<String> heap = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-Xmx"))
                .findFirst();
        return Stream.of(
                        List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        heap.stream().toList(),
                        LEAN,
                        List.of("-cp", classPath(), MAIN))
                .flatMap(List::stream)
                .toList();
    }

    /** Ends this program once the process that its environment names is gone, by a signal that nobody can catch too. */
    public static void endWithOwner() {
        String owner = System.getenv(OWNER);
        if (owner == null || !owner.matches("\\d{1,18}")) {
            return;
        }
        ProcessHandle.of(Long.parseLong(owner))
                .ifPresentOrElse(
                        running -> {
                            CompletableFuture<Void> unused = running.onExit().thenRunAsync(() -> System.exit(ENDED));
                        },
                        () -> System.exit(ENDED));
    }

    /** Under Maven the system's class path is that of its launcher. */
    private static String classPath() {
        if (ThisProgram.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs())
                    .map(ThisProgram::file)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the path of a file's URL. */
    public static String file(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("class path entry " + url, e);
        }
    }
}
