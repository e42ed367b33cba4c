package dev.amdahl.core.internal.schedulers.slurmcommands;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What a command printed, and how it ended. Not thread-safe; the output is read once. */
public final class CommandAnswer implements Closeable {
    private static final int MAX_BYTES = 256 << 20;
    private static final int MAX_ERROR = 4096;
    private static final int MAX_LINE = 300;

    private final int code;
    private final FileInputStream output;
    private final String error;

    CommandAnswer(int code, FileInputStream output, InputStream error) throws IOException {
        this.code = code;
        this.output = output;
        this.error = new String(error.readNBytes(MAX_ERROR), StandardCharsets.UTF_8);
    }

    /** Returns whether the exit code is 0. */
    public boolean isSuccess() {
        return code == 0;
    }

    /** Returns the exit code. */
    public int code() {
        return code;
    }

    /** Returns what it printed on standard output, not yet read. */
    public InputStream output() {
        return output;
    }

    /** Returns all it printed, of which there is little. */
    public String text() throws IOException {
        byte[] bytes = output.readNBytes(MAX_BYTES);
        if (bytes.length == MAX_BYTES) {
            throw new IOException("an answer larger than " + MAX_BYTES + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns what went wrong, in one line: the one that tells the outcome, else the first. */
    public String problem() {
        String line = error.lines()
                .filter(text -> text.contains("failed: "))
                .findFirst()
                .or(() -> error.lines().filter(text -> !text.isBlank()).findFirst())
                .orElse("exit code " + code + " and no output");
        String plain = line.replaceAll("\\p{Cntrl}+", " ")
                .replaceFirst("^\\w+: (error: )?", "")
                .strip();
        return plain.length() <= MAX_LINE ? plain : plain.substring(0, MAX_LINE) + "...";
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
