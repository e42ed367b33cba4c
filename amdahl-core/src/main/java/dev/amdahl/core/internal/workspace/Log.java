package dev.amdahl.core.internal.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a stream to its end and keeps the last bytes of it. Not thread-safe. */
final class Log {
    private static final int KEPT_BYTES = 64 * 1024;

    private byte[] kept = new byte[0];
    private long total;

    void drain(InputStream in) throws IOException {
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            append(buffer, n);
        }
    }

    private synchronized void append(byte[] buffer, int n) {
        total += n;
        byte[] joined = Arrays.copyOf(kept, kept.length + n);
        System.arraycopy(buffer, 0, joined, kept.length, n);
        kept = joined.length > KEPT_BYTES
                ? Arrays.copyOfRange(joined, joined.length - KEPT_BYTES, joined.length)
                : joined;
    }

    synchronized String end() {
        String text = new String(kept, StandardCharsets.UTF_8);
        return total > kept.length ? "[" + (total - kept.length) + " bytes left out]\n" + text : text;
    }
}
