package dev.amdahl.core.ledger.evidence;

/**
 * A file in an evidence store.
 *
 * @param digest SHA-256 of its content, 64 hexadecimal digits
 * @param bytes its length
 */
public record StoredArtifact(String digest, long bytes) {
    public StoredArtifact {
        if (!isDigest(digest) || bytes < 0) {
            throw new IllegalArgumentException("no kept file: '" + digest + "' of " + bytes + " bytes");
        }
    }

    /** Returns whether a text is a digest. */
    public static boolean isDigest(String text) {
        return text.matches("[0-9a-f]{64}");
    }
}
