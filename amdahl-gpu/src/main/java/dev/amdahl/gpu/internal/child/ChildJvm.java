package dev.amdahl.gpu.internal.child;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** How a program of this library is started in a Java process of its own, with the same libraries and the same device settings. */
public final class ChildJvm {
    /** From this Java on, the use of native libraries is warned of unless it was allowed. */
    private static final int NATIVE_ACCESS = 24;

    private ChildJvm() {}

    /** Returns the words, to which more may be added. */
    public static List<String> command(Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC"));
        // What the JVM itself has to say is not an answer.
        command.addAll(List.of("-Xlog:disable", "-Xlog:all=warning:stderr"));
        if (Runtime.version().feature() >= NATIVE_ACCESS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("amdahl.gpu.") || name.equals("java.library.path"))
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(List.of("-cp", classPath(), program.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the class path of this library, absolute. Under Maven the system's class path is that of its launcher. */
    public static String classPath() {
        if (ChildJvm.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs()).map(ChildJvm::file).collect(Collectors.joining(File.pathSeparator));
        }
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String file(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException wrong) {
            throw new IllegalStateException("class path entry " + url, wrong);
        }
    }
}
