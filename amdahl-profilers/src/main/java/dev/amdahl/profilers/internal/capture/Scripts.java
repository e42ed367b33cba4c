package dev.amdahl.profilers.internal.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.profiler.Attachment;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The shell text of the captures that profilers know, beside this class. */
public final class Scripts {
    private Scripts() {}

    /** Returns a capture that sets variables or runs beside the command. */
    public static Optional<Attachment> beside(String name, double slowDown) {
        return Optional.of(new Attachment(name, slowDown, false, text(name + ".sh")));
    }

    /** Returns a capture that runs the command under a tool. */
    public static Optional<Attachment> around(String name, double slowDown) {
        return Optional.of(new Attachment(name, slowDown, true, text(name + ".sh")));
    }

    /** Returns the capture of Python programs: the hook, which the script lays where Python looks for it. */
    public static Optional<Attachment> python(double slowDown) {
        String script = text("python.sh").replace("@SITECUSTOMIZE@\n", text("sitecustomize.py"));
        return Optional.of(new Attachment("python", slowDown, false, script));
    }

    private static String text(String file) {
        try (InputStream stream = Scripts.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new AmdahlException(ErrorCategory.INTERNAL, file + " is missing from the jar; rebuild it");
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new AmdahlException(ErrorCategory.INTERNAL, file + " cannot be read from the jar; rebuild it", e);
        }
    }
}
