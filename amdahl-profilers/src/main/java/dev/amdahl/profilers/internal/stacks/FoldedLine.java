package dev.amdahl.profilers.internal.stacks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One folded stack: frames joined by semicolons, outermost first, a space and a number. Marks that tools put behind a frame
 * ({@code _[k]}, {@code _[j]}, {@code _[i]}, {@code _[w]}) and delimiters between kernel and user ({@code -}, {@code --}) are taken
 * away.
 *
 * @param frames innermost last; the first is often the task's name
 * @param count what the tool counted
 */
public record FoldedLine(List<String> frames, double count) {
    static final int DEEPEST = 2048;

    public FoldedLine {
        frames = List.copyOf(frames);
    }

    /** Returns the stack in a line; empty if it is none. A stack deeper than 2,048 frames keeps its innermost ones. */
    public static Optional<FoldedLine> of(String line) {
        int space = line.lastIndexOf(' ');
        if (space <= 0 || Character.isWhitespace(line.charAt(0)) || !isCount(line, space + 1)) {
            return Optional.empty();
        }
        List<String> frames = new ArrayList<>();
        int from = 0;
        for (int at = 0; at <= space; at++) {
            if (at == space || line.charAt(at) == ';') {
                String frame = plain(line.substring(from, at));
                if (!frame.isEmpty()) {
                    frames.add(frame);
                }
                from = at + 1;
            }
        }
        if (frames.isEmpty()) {
            return Optional.empty();
        }
        int skip = Math.max(0, frames.size() - DEEPEST);
        return Optional.of(
                new FoldedLine(frames.subList(skip, frames.size()), Double.parseDouble(line.substring(space + 1))));
    }

    /** Returns the frame without the marks of tools; empty text for a delimiter. */
    public static String plain(String text) {
        String frame = text.strip();
        if (frame.equals("-") || frame.equals("--")) {
            return "";
        }
        boolean isMarked = frame.length() > 4 && frame.endsWith("]") && frame.startsWith("_[", frame.length() - 4);
        return isMarked ? frame.substring(0, frame.length() - 4) : frame;
    }

    /** At most fifteen digits, with at most one point among them. */
    private static boolean isCount(String line, int from) {
        int length = line.length() - from;
        boolean hasPoint = false;
        for (int i = from; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '.' && !hasPoint && i > from && i < line.length() - 1) {
                hasPoint = true;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return length >= 1 && length <= 16;
    }
}
