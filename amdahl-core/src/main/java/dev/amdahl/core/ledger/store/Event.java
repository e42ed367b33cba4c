package dev.amdahl.core.ledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * One link of the chain. Immutable.
 *
 * @param seq its place, from 1, without gaps
 * @param at when, as ISO-8601 text; orders nothing
 * @param kind which entry the payload is
 * @param subject what it is about
 * @param payload canonical JSON, kept byte for byte
 * @param previous hash of the event before it, {@link #GENESIS} for the first
 * @param hash SHA-256 over version, seq, at, kind, subject, previous and payload
 */
public record Event(long seq, String at, String kind, String subject, String payload, String previous, String hash) {
    /** The hash before the first event. */
    public static final String GENESIS = "0".repeat(64);

    private static final int VERSION = 1;

    /** The event that follows. */
    public static Event after(String previous, long seq, Instant at, String kind, String subject, String payload) {
        String time = at.toString();
        return new Event(
                seq, time, kind, subject, payload, previous, digest(seq, time, kind, subject, payload, previous));
    }

    /** Whether the hash is the hash of the rest. */
    public boolean isSound() {
        return hash.equals(digest(seq, at, kind, subject, payload, previous));
    }

    /** Each text is preceded by its length, so that no two events share their bytes. */
    private static String digest(long seq, String at, String kind, String subject, String payload, String previous) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(payload.length() + 256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeLong(seq);
            for (String text : new String[] {at, kind, subject, previous, payload}) {
                byte[] utf8 = text.getBytes(UTF_8);
                out.writeInt(utf8.length);
                out.write(utf8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(sha256().digest(bytes.toByteArray()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
