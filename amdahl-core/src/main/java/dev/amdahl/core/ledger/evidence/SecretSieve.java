package dev.amdahl.core.ledger.evidence;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.Redaction;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Copies what a job left without the secrets in it. Looks at every two pieces that follow on each other, which are lines or objects of
 * JSON; those that differ from clean ones in numbers alone are not looked at again, so that a trace costs its names, not its events. What
 * gzip has packed is unpacked and packed again. Not thread-safe.
 */
final class SecretSieve {
    private static final int BUFFER = 1 << 16;
    private static final int MAX_PIECE = 4096;
    private static final int MAX_KNOWN = 20_000;
    private static final long MAX_BYTES = 4L << 30;
    /** Of a private key, whose lines alone look like nothing. */
    private static final int MAX_OPEN = 1 << 16;

    private static final Pattern OPENS = Pattern.compile("-----BEGIN [A-Z ]{0,20}PRIVATE KEY|\\bPrivate-Lines:");
    private static final Pattern CLOSES = Pattern.compile("-----END |\\bPrivate-MAC:");

    private final OutputStream out;
    private final Set<String> known = new HashSet<>();
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private byte[] last = new byte[0];
    private boolean isOpen;
    private boolean isSuspect;
    private boolean isFound;

    private SecretSieve(OutputStream out) {
        this.out = out;
    }

    /** Returns whether a file holds a secret. */
    static boolean isNeeded(Path file) throws IOException {
        try (InputStream in = unpacked(file)) {
            return copy(in, OutputStream.nullOutputStream());
        }
    }

    /**
     * Writes what of a file may be kept.
     *
     * @throws IOException also if it is not text, of which nothing can be taken out
     */
    static void copy(Path file, Path clean) throws IOException {
        try (InputStream in = unpacked(file);
                OutputStream plain = Files.newOutputStream(clean);
                OutputStream out = isPacked(file) ? new GZIPOutputStream(plain, BUFFER) : plain) {
            copy(in, out);
        }
    }

    private static boolean isPacked(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == (GZIPInputStream.GZIP_MAGIC & 0xff) && in.read() == GZIPInputStream.GZIP_MAGIC >> 8;
        }
    }

    private static InputStream unpacked(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        return isPacked(file) ? new GZIPInputStream(in, BUFFER) : in;
    }

    private static boolean copy(InputStream in, OutputStream out) throws IOException {
        SecretSieve sieve = new SecretSieve(out);
        ByteArrayOutputStream piece = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER];
        long bytes = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes += read;
            if (bytes > MAX_BYTES) {
                throw new IOException("it unpacks to more than " + MAX_BYTES + " bytes");
            }
            int from = 0;
            for (int i = 0; i < read; i++) {
                boolean isEnd = buffer[i] == '\n' || buffer[i] == '}';
                if (isEnd || piece.size() + i + 1 - from >= MAX_PIECE) {
                    piece.write(buffer, from, i + 1 - from);
                    sieve.take(piece.toByteArray());
                    piece.reset();
                    from = i + 1;
                }
            }
            piece.write(buffer, from, read - from);
        }
        sieve.take(piece.toByteArray());
        sieve.flush();
        return sieve.isFound;
    }

    private void take(byte[] piece) throws IOException {
        byte[] both = Arrays.copyOf(last, last.length + piece.length);
        System.arraycopy(piece, 0, both, last.length, piece.length);
        boolean goesOn = (isOpen && held.size() < MAX_OPEN) || !isClean(both);
        if (!goesOn) {
            flush();
        }
        isSuspect = goesOn;
        held.writeBytes(piece);
        last = piece;
        String text = new String(piece, ISO_8859_1);
        isOpen = OPENS.matcher(text).find() || (isOpen && !CLOSES.matcher(text).find());
    }

    private boolean isClean(byte[] bytes) {
        String text = new String(bytes, charset(bytes));
        String shape = shape(text);
        if (known.contains(shape)) {
            return true;
        }
        if (Redaction.isNeeded(text)) {
            return false;
        }
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        known.add(shape);
        return true;
    }

    /** With 0 for each digit of a number that stands alone. */
    private static String shape(String text) {
        char[] shape = text.toCharArray();
        int i = 0;
        while (i < shape.length) {
            int from = i;
            boolean isNumber = true;
            while (i < shape.length && isOfWord(shape[i])) {
                isNumber &= (shape[i] >= '0' && shape[i] <= '9') || shape[i] == '.';
                i++;
            }
            boolean isQuoted = from > 0 && shape[from - 1] == '"';
            for (int j = from; isNumber && !isQuoted && j < i; j++) {
                shape[j] = shape[j] == '.' ? '.' : '0';
            }
            i = Math.max(i, from + 1);
        }
        return new String(shape);
    }

    private static boolean isOfWord(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_';
    }

    private static Charset charset(byte[] bytes) {
        for (byte one : bytes) {
            if (one < 0) {
                return Arrays.equals(new String(bytes, UTF_8).getBytes(UTF_8), bytes) ? UTF_8 : ISO_8859_1;
            }
        }
        return UTF_8;
    }

    private void flush() throws IOException {
        byte[] bytes = held.toByteArray();
        held.reset();
        if (!isSuspect) {
            out.write(bytes);
            return;
        }
        Charset charset = charset(bytes);
        String text = new String(bytes, charset);
        String clean = Redaction.ofName(text);
        if (!clean.equals(text)) {
            isFound = true;
            if (text.indexOf('\0') >= 0) {
                throw new IOException("it is not text, and holds what looks like a secret");
            }
        }
        out.write(clean.getBytes(charset));
    }
}
