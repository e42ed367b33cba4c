package dev.amdahl.gpu.internal.kernel.scan;

import dev.amdahl.spi.refine.Hack;

/**
 * Something that a kernel may not do, seen in its text.
 *
 * @param hack what it is for
 * @param text what was seen, and in which line
 */
public record HackReport(Hack hack, String text) {
    static HackReport at(Token token, Hack hack, String text) {
        return new HackReport(hack, "line " + token.line() + ": " + text);
    }
}
