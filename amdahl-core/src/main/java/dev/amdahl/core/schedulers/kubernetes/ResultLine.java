package dev.amdahl.core.schedulers.kubernetes;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** The framed line by which a pod hands over its result: {@code amdahl.result/1 KEY BYTES SHA-256 BASE64 end}, the last of its log. */
final class ResultLine {
    /** A log is read up to here: the line, and what little else there may be. */
    static final int MAX_LOG_BYTES = 4 << 20;

    private static final String FRAME = "amdahl.result/1 ";
    private static final String END = " end";
    private static final int MAX_LENGTH = 1_000_000;
    private static final int PARTS = 5;

    private ResultLine() {}

    /**
     * Returns the bytes that the line carries.
     *
     * @throws IOException with the reason, if they did not arrive whole
     */
    static byte[] read(String log, String key) throws IOException {
        List<String> lines = log.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty()) {
            throw new IOException("its log is empty");
        }
        long frames = lines.stream().filter(line -> line.contains(FRAME)).count();
        String last = lines.get(lines.size() - 1);
        if (frames == 0) {
            throw new IOException("no line of its log is a result, the last is: " + OneLine.of(last));
        }
        if (frames > 1) {
            throw new IOException(frames + " lines of its log are results, and one was written");
        }
        if (!last.startsWith(FRAME)) {
            throw new IOException("other text surrounds the result line: " + OneLine.of(last));
        }
        if (last.length() > MAX_LENGTH) {
            throw new IOException("its result line has " + last.length() + " characters, over " + MAX_LENGTH);
        }
        if (!last.endsWith(END)) {
            throw new IOException("its result line is cut off after " + last.length() + " characters");
        }
        return decode(last.substring(FRAME.length()).split(" ", -1), key);
    }

    private static byte[] decode(String[] parts, String key) throws IOException {
        if (parts.length != PARTS || !parts[0].equals(key)) {
            throw new IOException("its result line is damaged: other text is mixed into it");
        }
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(parts[3]);
        } catch (IllegalArgumentException e) {
            throw new IOException("its result line is damaged: not base64", e);
        }
        if (!parts[1].equals(Integer.toString(bytes.length)) || !parts[2].equals(digest(bytes))) {
            throw new IOException("its result line is damaged: the checksum differs");
        }
        return bytes;
    }

    /** SHA-256, in hexadecimal. */
    static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
