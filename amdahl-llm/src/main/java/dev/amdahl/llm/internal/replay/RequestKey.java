package dev.amdahl.llm.internal.replay;

import dev.amdahl.spi.llm.LlmRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The key of a request in a recording. */
public final class RequestKey {
    private RequestKey() {}

    /**
     * SHA-256, in lower-case hex, over instructions, material and schema in this order, each as UTF-8 behind its length in bytes (four
     * bytes, big endian); no schema is the length -1.
     */
    public static String of(LlmRequest request) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        add(digest, request.instructions());
        add(digest, request.material());
        request.schema().ifPresentOrElse(schema -> add(digest, schema), () -> digest.update(length(-1)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(length(bytes.length));
        digest.update(bytes);
    }

    private static byte[] length(int length) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    }
}
