package dev.amdahl.examples.cli;

import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.cli.common.Shell;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** This command line as a program that can be started once more, elsewhere. */
final class SelfCommand {
    private SelfCommand() {}

    /** Returns the same JVM with the same class path, and the same heap where it was given. */
    static List<String> command() {
        Optional<String> heap = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-Xmx"))
                .findFirst();
        return Stream.of(
                        List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        heap.stream().toList(),
                        List.of(
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                classPath(),
                                Main.class.getName()))
                .flatMap(List::stream)
                .toList();
    }

    /** Under Maven the system's class path is that of its launcher. */
    private static String classPath() {
        if (Main.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs())
                    .map(SelfCommand::file)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String file(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("class path entry " + url, e);
        }
    }

    /** Returns a ledger's name that means the same in another folder. */
    static String absolute(String ledger) {
        LedgerLocation location = LedgerLocation.of(ledger);
        return location.isOnServer()
                ? ledger
                : location.base().map(Path::toString).orElse(ledger);
    }

    /** Returns the option that names that ledger, to be typed in any folder; it shows no password. */
    static String ledgerOption(String url) {
        return "--ledger " + Shell.quoted(LedgerLocation.withoutPassword(absolute(url)));
    }

    /** Returns how a person calls it from any folder; by its short name where it was not started from its jar and none was built. */
    static String call() {
        Path code = code();
        Path jar = code.toString().endsWith(".jar") ? code : code.resolveSibling("amdahl.jar");
        return "java -jar " + (Files.isRegularFile(jar) ? Shell.quoted(jar.toString()) : "amdahl.jar");
    }

    private static Path code() {
        return Path.of(file(Main.class.getProtectionDomain().getCodeSource().getLocation()));
    }

    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
