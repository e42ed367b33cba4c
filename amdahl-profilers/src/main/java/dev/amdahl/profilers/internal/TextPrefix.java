package dev.amdahl.profilers.internal;

import dev.amdahl.spi.profiler.Artifact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The beginning of a file, by which a reader knows its own. */
public final class TextPrefix {
    private static final int LENGTH = 16_384;

    private TextPrefix() {}

    /** Returns the first 16 kilobytes as UTF-8, after decompression; empty if the file cannot be read or is not text. */
    public static String of(Artifact artifact) {
        return text(bytes(artifact));
    }

    /** Returns the whole lines of {@code of}. */
    public static List<String> lines(Artifact artifact) {
        byte[] bytes = bytes(artifact);
        List<String> lines = text(bytes).lines().toList();
        boolean isCut = bytes.length == LENGTH && bytes[LENGTH - 1] != '\n';
        return isCut && !lines.isEmpty() ? lines.subList(0, lines.size() - 1) : lines;
    }

    private static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf('\0') >= 0 ? "" : text;
    }

    private static byte[] bytes(Artifact artifact) {
        try (InputStream in = TextLines.decompressed(artifact.path())) {
            return in.readNBytes(LENGTH);
        } catch (IOException e) {
            return new byte[0];
        }
    }
}
