package dev.amdahl.llm.internal.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;

/** What a service answers, without the key that it was asked with: some repeat the one that they refuse. Not thread-safe. */
final class KeylessInput extends InputStream {
    private static final String MARK = "[key]";

    private final InputStream in;
    private final String key;
    private final byte[] chunk = new byte[1 << 14];
    private String ready = "";
    /** What may be the beginning of the key. */
    private String held = "";

    private boolean isOver;

    /** Where the key is empty, it is what it reads. */
    KeylessInput(InputStream in, String key) {
        this.in = in;
        this.key = key;
    }

    static String without(String text, String key) {
        return key.isEmpty() ? text : text.replace(key, MARK);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (ready.isEmpty() && !isOver) {
            next();
        }
        if (ready.isEmpty()) {
            return -1;
        }
        byte[] given = ready.substring(0, Math.min(length, ready.length())).getBytes(ISO_8859_1);
        System.arraycopy(given, 0, buffer, offset, given.length);
        ready = ready.substring(given.length);
        return given.length;
    }

    private void next() throws IOException {
        int read = in.read(chunk);
        isOver = read < 0;
        String text = isOver ? held : without(held + new String(chunk, 0, read, ISO_8859_1), key);
        int kept = isOver ? 0 : Math.max(0, Math.min(text.length(), key.length() - 1));
        while (kept > 0 && !key.startsWith(text.substring(text.length() - kept))) {
            kept--;
        }
        ready = text.substring(0, text.length() - kept);
        held = text.substring(text.length() - kept);
    }
}
