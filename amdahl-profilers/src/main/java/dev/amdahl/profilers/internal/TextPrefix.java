package dev.amdahl.profilers.internal;

import dev.amdahl.spi.profiler.Artifact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The beginning of a file, by which a reader knows its own. */
public final class TextPrefix {
    private static final int LENGTH = 16_384;

    private TextPrefix() {}

    /** The first 16 kilobytes as UTF-8, after decompression; empty if the file cannot be read or is no text. */
    public static String of(Artifact artifact) {
        try (InputStream in = TextLines.decompressed(artifact.path())) {
            String text = new String(in.readNBytes(LENGTH), StandardCharsets.UTF_8);
            return text.indexOf('\0') >= 0 ? "" : text;
        } catch (IOException e) {
            return "";
        }
    }
}
