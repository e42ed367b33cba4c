package dev.amdahl.core.ledger.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.io.FastInstantParser;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * One link of the chain.
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

    private static final byte VERSION = 1;

    /**
     * Returns the event that follows.
     *
     * @throws IllegalArgumentException if the time lies outside the years 0000 to 9999
     */
    public static Event after(String previous, long seq, Instant at, String kind, String subject, String payload) {
        String time = at.toString();
        if (FastInstantParser.plain(time).isEmpty()) {
            throw new IllegalArgumentException(
                    "the time of an event lies within the years 0000 to 9999, was " + time + "; set the clock");
        }
        return new Event(
                seq, time, kind, subject, payload, previous, digest(seq, time, kind, subject, payload, previous));
    }

    /**
     * Returns when, as a time.
     *
     * @throws java.time.DateTimeException if the text is none, and the event is not sound
     */
    public Instant time() {
        return FastInstantParser.of(at);
    }

    /** Returns whether the time is one that {@link #after} takes, and the hash is the hash of the rest. */
    public boolean isSound() {
        return FastInstantParser.plain(at).isPresent()
                && hash.equals(digest(seq, at, kind, subject, payload, previous));
    }

    /** Each text is preceded by its length, so that no two events share their bytes. */
    private static String digest(long seq, String at, String kind, String subject, String payload, String previous) {
        byte[][] texts = {
            at.getBytes(UTF_8),
            kind.getBytes(UTF_8),
            subject.getBytes(UTF_8),
            previous.getBytes(UTF_8),
            payload.getBytes(UTF_8)
        };
        int size = 1 + Long.BYTES;
        for (byte[] text : texts) {
            size += Integer.BYTES + text.length;
        }
        ByteBuffer all = ByteBuffer.allocate(size).put(VERSION).putLong(seq);
        for (byte[] text : texts) {
            all.putInt(text.length).put(text);
        }
        return HexFormat.of().formatHex(sha256().digest(all.array()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
