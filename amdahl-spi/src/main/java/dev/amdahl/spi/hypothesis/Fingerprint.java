package dev.amdahl.spi.hypothesis;

/**
 * The canonical identity of a change on a family, and the key of "never retried". Titles, texts and provenance are not in it.
 *
 * @param hex SHA-256 in lower-case hexadecimal, 64 characters
 */
public record Fingerprint(String hex) {
    public Fingerprint {
        if (!isDigest(hex)) {
            throw new IllegalArgumentException("a fingerprint is 64 hexadecimal digits, was '" + hex + "'");
        }
    }

    /** Asked of each hypothesis that is read: a regular expression takes many times as long. */
    private static boolean isDigest(String hex) {
        int digits = 0;
        while (digits < hex.length() && "0123456789abcdef".indexOf(hex.charAt(digits)) >= 0) {
            digits++;
        }
        return digits == 64 && hex.length() == 64;
    }

    @Override
    public String toString() {
        return hex;
    }
}
