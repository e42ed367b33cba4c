package dev.amdahl.core.internal.schedulers.power;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The POSIX shell script that sets limits of power for an arm, and sets them back whoever is killed. */
public final class PowerScript {
    private PowerScript() {}

    /** Returns it; its first lines say how it is called. */
    public static String text() {
        try (InputStream stream = PowerScript.class.getResourceAsStream("power.sh")) {
            if (stream == null) {
                throw new AmdahlException(ErrorCategory.INTERNAL, "power.sh is missing from the jar; rebuild it");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AmdahlException(ErrorCategory.INTERNAL, "power.sh cannot be read from the jar; rebuild it", e);
        }
    }
}
