package dev.amdahl.spi.hypothesis;

/**
 * The canonical identity of a change on a family, and the key of "never retried". Titles, texts and provenance are not in it.
 * Immutable.
 *
 * @param hex SHA-256 in lower-case hexadecimal, 64 characters
 */
public record Fingerprint(String hex) {
    public Fingerprint {
        if (!hex.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("a fingerprint is 64 hexadecimal digits, was '" + hex + "'");
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
