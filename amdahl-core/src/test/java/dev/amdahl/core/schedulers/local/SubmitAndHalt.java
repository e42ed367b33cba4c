package dev.amdahl.core.schedulers.local;

import java.nio.file.Path;
import java.time.Clock;

/** A process that submits a trial and dies at once. */
final class SubmitAndHalt {
    private SubmitAndHalt() {}

    /** Arguments: the root, the slot directory, the key, the command. */
    public static void main(String[] arguments) {
        new LocalScheduler(new LocalSettings(
                        Path.of(arguments[0]),
                        Path.of(arguments[1]),
                        2,
                        1,
                        new Devices(java.util.List.of()),
                        false,
                        Clock.systemUTC()))
                .submit(Requested.of(arguments[2], Requested.shell(arguments[3])));
        Runtime.getRuntime().halt(137);
    }
}
