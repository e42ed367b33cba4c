package dev.amdahl.examples.cli.doctor;

import dev.amdahl.examples.cli.run.WorkFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** This program, the JVM under it, and the programs that it starts. */
final class Programs {
    private static final String AREA = "program";
    private static final int MIN_JAVA = 17;

    private Programs() {}

    static List<Check> checks(String version, WorkFolder work) throws IOException {
        List<Check> checks = new ArrayList<>();
        checks.add(Check.ok(AREA, "amdahl", version));
        checks.add(java(Runtime.version().feature()));
        checks.add(program(work, List.of("git", "--version"), "changes of code cannot be built: install git"));
        checks.add(program(
                work, List.of("setsid", "--version"), "trials cannot be started on this machine: install util-linux"));
        checks.add(program(
                work, List.of("sha256sum", "--version"), "outputs of trials cannot be compared: install coreutils"));
        return checks;
    }

    static Check java(int feature) {
        String found = System.getProperty("java.version", "?") + ", " + System.getProperty("java.vm.name", "?");
        return feature >= MIN_JAVA
                ? Check.ok(AREA, "java", found)
                : Check.fail(AREA, "java", found, "use Java " + MIN_JAVA + " or newer");
    }

    private static Check program(WorkFolder work, List<String> command, String remedy) throws IOException {
        String name = command.get(0);
        Optional<String> said = Probe.say(command, work.path());
        return said.map(text -> Check.ok(AREA, name, text.lines().findFirst().orElse("")))
                .orElseGet(
                        () -> Check.warn(AREA, name, Probe.has(name) ? "gives no version" : "not on the PATH", remedy));
    }
}
