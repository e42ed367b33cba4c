package dev.amdahl.llm.internal.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What a process prints, up to a bound; the rest is read and dropped. Thread-safe. */
final class CappedOutput {
    private static final int CHUNK = 8192;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final int most;
    private final Thread reader;
    private volatile boolean isOver;
    private String last = "";

    private CappedOutput(InputStream stream, int most, Runnable overflow) {
        this.most = most;
        this.reader = new Thread(() -> drain(stream, overflow), "amdahl-agent-output");
    }

    /** Starts to read. */
    static CappedOutput of(InputStream stream, int most, Runnable overflow) {
        CappedOutput output = new CappedOutput(stream, most, overflow);
        output.reader.setDaemon(true);
        output.reader.start();
        return output;
    }

    private void drain(InputStream stream, Runnable overflow) {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int read = stream.read(chunk); read >= 0; read = stream.read(chunk)) {
                boolean hadRoom = !isOver;
                keep(chunk, read);
                if (isOver && hadRoom) {
                    overflow.run();
                }
            }
        } catch (IOException closed) {
            return;
        }
    }

    private synchronized void keep(byte[] chunk, int read) {
        int room = Math.min(read, most - kept.size());
        kept.write(chunk, 0, room);
        isOver |= room < read;
        last = new String(chunk, 0, read, StandardCharsets.UTF_8);
    }

    /** Waits for its end, so long at most. */
    void join(long millis) throws InterruptedException {
        reader.join(millis);
    }

    /** Returns whether there was more than the bound. */
    boolean isOver() {
        return isOver;
    }

    synchronized String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }

    /** Returns the same, and the last words where some between were dropped. */
    synchronized String ends() {
        return isOver ? text() + "\n...\n" + last : text();
    }
}
