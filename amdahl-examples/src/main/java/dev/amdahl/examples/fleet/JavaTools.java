package dev.amdahl.examples.fleet;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of the running JVM's own tools; immutable. */
record JavaTools(Path home, Path fleetClasses) {
    private static final List<String> QUICK_START =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

    List<String> fleetJob(String family, PlantedCause cause) {
        return java(fleetClasses.toString(), FleetJobMain.class.getName(), family, cause.word());
    }

    List<String> builtJob(String mainClass) {
        return java("build/classes" + File.pathSeparator + fleetClasses, mainClass);
    }

    List<String> compile(String source) {
        return List.of(
                tool("javac"), "-proc:none", "-nowarn", "-d", "build/classes", "-cp", fleetClasses.toString(), source);
    }

    private List<String> java(String classPath, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(tool("java"));
        command.addAll(QUICK_START);
        command.add("-cp");
        command.add(classPath);
        command.addAll(List.of(arguments));
        return List.copyOf(command);
    }

    private String tool(String name) {
        return home.resolve("bin").resolve(name).toString();
    }
}
