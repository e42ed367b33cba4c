package dev.amdahl.core.schedulers.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.schedulers.power.PowerScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Limits of power that trials of this user lowered on this machine, and that the death of all that could set them back has left so. */
final class LeftCaps {
    /** The variable that tells the script of a trial where what is to be set back is written down. */
    static final String FOLDER = "AMDAHL_POWER_FOLDER";

    private static final Logger LOG = LoggerFactory.getLogger(LeftCaps.class);
    private static final long SECONDS = 60;
    private static final String LOCK = "lock";

    private LeftCaps() {}

    /** Sets back what is left, and says so; what living trials have set stays. */
    static void restore(Path folder) {
        if (!hasFiles(folder)) {
            return;
        }
        try {
            Process process = new ProcessBuilder(
                            "sh", "-c", PowerScript.text(), "power.sh", "restore", folder.toString())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            List<String> said = new String(process.getInputStream().readAllBytes(), UTF_8)
                    .lines()
                    .toList();
            boolean hasEnded = process.waitFor(SECONDS, TimeUnit.SECONDS);
            said.forEach(line -> LOG.warn(
                    "limit of power set back, which a killed trial had left (accelerator, W, W now): {}", line));
            if (!hasEnded || process.exitValue() == 1) {
                LOG.warn(
                        "limits of power in {} could not be set back: run nvidia-smi -i NAME -pl NUMBER by the name of"
                                + " each file and the first number in it",
                        folder);
            }
        } catch (IOException e) {
            LOG.warn("limits of power in {} not set back: {}", folder, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean hasFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> !file.endsWith(LOCK));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}
