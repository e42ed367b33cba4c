package dev.amdahl.profilers.internal.stacks;

import java.util.Optional;

/** A frame as {@code perf script} prints it: address, symbol with offset, the file in brackets. */
final class PerfFrame {
    private PerfFrame() {}

    /** Returns the frame's name: the symbol without its offset, or which file holds the unknown place; empty if the text is no frame. */
    static Optional<String> of(String text) {
        String line = text.strip();
        int space = line.indexOf(' ');
        if (space < 1 || !isAddress(line, space)) {
            return Optional.empty();
        }
        int file = line.endsWith(")") ? line.lastIndexOf(" (") : -1;
        String symbol =
                line.substring(space, file < space ? line.length() : file).strip();
        int offset = symbol.lastIndexOf("+0x");
        String name = offset > 0 && isAddress(symbol.substring(offset + 3), symbol.length() - offset - 3)
                ? symbol.substring(0, offset)
                : symbol;
        if (!name.equals("[unknown]")) {
            return name.isEmpty() ? Optional.empty() : Optional.of(FrameSums.cut(name));
        }
        return Optional.of(file < space ? name : name + " (" + base(line.substring(file + 2, line.length() - 1)) + ")");
    }

    /** Returns a line {@code file:line} that perf prints below a frame when asked for sources. */
    static Optional<String> source(String text) {
        String line = text.strip();
        int colon = line.lastIndexOf(':');
        boolean isSource = colon > 0
                && colon < line.length() - 1
                && line.length() - colon <= 10
                && line.indexOf(' ') < 0
                && line.substring(colon + 1).chars().allMatch(c -> c >= '0' && c <= '9');
        return isSource ? Optional.of(FrameSums.cut(line)) : Optional.empty();
    }

    private static String base(String file) {
        return FrameSums.cut(file.substring(file.lastIndexOf('/') + 1));
    }

    private static boolean isAddress(String text, int length) {
        if (length < 1 || length > 18) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
