package dev.amdahl.core.ledger.proof;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of leaves and of inner nodes, which begin with different bytes so that neither passes for the other (RFC 6962). */
final class Hashes {
    private static final HexFormat HEX = HexFormat.of();

    private Hashes() {}

    static String leaf(String eventHash) {
        return digest((byte) 0, eventHash);
    }

    static String node(String left, String right) {
        return digest((byte) 1, left, right);
    }

    private static String digest(byte kind, String... parts) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(kind);
            for (String part : parts) {
                sha.update(HEX.parseHex(part));
            }
            return HEX.formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
