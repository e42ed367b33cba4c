package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** One-time tokens of forms: each is good for one answer to exactly what its page showed, and for some hours. Thread-safe. */
final class FormTokens {
    static final Duration GOOD_FOR = Duration.ofHours(8);

    private static final int NONCE_BYTES = 16;
    private static final int HEAD_BYTES = NONCE_BYTES + Long.BYTES;

    private final SecureRandom random = new SecureRandom();
    private final byte[] secret = new byte[32];
    private final Map<ByteBuffer, Instant> used = new HashMap<>();
    private final Clock clock;

    FormTokens(Clock clock) {
        this.clock = clock;
        random.nextBytes(secret);
    }

    /** Returns a new token for a form about that subject. */
    String issue(String subject) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        long end = clock.instant().plus(GOOD_FOR).toEpochMilli();
        byte[] head = ByteBuffer.allocate(HEAD_BYTES).put(nonce).putLong(end).array();
        byte[] token = ByteBuffer.allocate(HEAD_BYTES + 32)
                .put(head)
                .put(seal(head, subject))
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** Uses a token up; refused if it is none for that subject, too old, or used before. */
    synchronized void use(String text, String subject) throws Refusal {
        byte[] token = decode(text);
        byte[] head = Arrays.copyOf(token, HEAD_BYTES);
        boolean isSealed = token.length == HEAD_BYTES + 32
                && MessageDigest.isEqual(seal(head, subject), Arrays.copyOfRange(token, HEAD_BYTES, token.length));
        if (!isSealed) {
            throw forbidden("The form was not made by this server, or not for this page.");
        }
        Instant now = clock.instant();
        Instant end = Instant.ofEpochMilli(ByteBuffer.wrap(head).getLong(NONCE_BYTES));
        if (!now.isBefore(end)) {
            throw forbidden("The form is older than " + GOOD_FOR.toHours() + " hours.");
        }
        used.values().removeIf(gone -> !now.isBefore(gone));
        if (used.putIfAbsent(ByteBuffer.wrap(Arrays.copyOf(head, NONCE_BYTES)), end) != null) {
            throw forbidden("The form was sent already.");
        }
    }

    private byte[] seal(byte[] head, String subject) {
        return Hashing.hmacSha256(secret)
                .newHasher()
                .putBytes(head)
                .putString(subject, UTF_8)
                .hash()
                .asBytes();
    }

    private static byte[] decode(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static Refusal forbidden(String message) {
        return new Refusal(403, "Not taken", message + " Open the page again and answer there; nothing was recorded.");
    }
}
