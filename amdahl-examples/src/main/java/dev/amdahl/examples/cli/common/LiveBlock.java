package dev.amdahl.examples.cli.common;

import java.io.PrintWriter;
import java.util.List;

/**
 * A few lines at the foot of a terminal that are drawn anew while work goes on; what is said meanwhile stands above them and stays.
 * Thread-safe.
 */
public final class LiveBlock implements AutoCloseable {
    private final PrintWriter out;
    private final int columns;
    private List<String> lines = List.of();

    /** Returns a block on a terminal of so many columns; longer lines are cut. */
    public LiveBlock(PrintWriter out, int columns) {
        this.out = out;
        this.columns = columns;
    }

    /** Draws these lines for the ones before. */
    public synchronized void show(List<String> now) {
        erase();
        draw(now);
        out.flush();
    }

    /** Says something for good. */
    public synchronized void say(String text) {
        List<String> shown = lines;
        erase();
        out.print(text);
        draw(shown);
        out.flush();
    }

    private void draw(List<String> now) {
        lines = now;
        now.forEach(line -> out.println(line.length() < columns ? line : line.substring(0, columns - 1)));
    }

    /** Up by the lines that stand there, and clears from there on. */
    private void erase() {
        if (!lines.isEmpty()) {
            out.print("\u001b[" + lines.size() + "A\u001b[J");
            lines = List.of();
        }
    }

    @Override
    public synchronized void close() {
        erase();
        out.flush();
    }
}
