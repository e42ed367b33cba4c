package dev.amdahl.gpu.internal.kernel.scan;

import dev.amdahl.spi.refine.Hack;
import java.util.Optional;

/**
 * Something that may not stand in a kernel, seen in its text.
 *
 * @param hack what it is for; empty if it accuses nobody and only cannot be judged here
 * @param text what was seen, and in which line
 */
public record HackReport(Optional<Hack> hack, String text) {
    static HackReport at(Token token, Hack hack, String text) {
        return new HackReport(Optional.of(hack), "line " + token.line() + ": " + text);
    }

    static HackReport unsupported(Token token, String text) {
        return new HackReport(Optional.empty(), "line " + token.line() + ": " + text);
    }
}
