package dev.amdahl.gpu.internal.child;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One thing that a process of its own tells. Immutable.
 *
 * @param kind what it is
 * @param words of it, in the order that its kind has
 * @param figures of it by name
 */
public record Message(String kind, List<String> words, Map<String, Double> figures) {
    private static final int MAX_PARTS = 10_000;
    private static final int MAX_BYTES = 1 << 16;

    public Message {
        words = List.copyOf(words);
        figures = Map.copyOf(figures);
    }

    /** Writes it; others that do so on the same stream wait. */
    public void write(DataOutputStream out) throws IOException {
        synchronized (out) {
            text(out, kind);
            out.writeInt(words.size());
            for (String word : words) {
                text(out, word);
            }
            out.writeInt(figures.size());
            for (Map.Entry<String, Double> figure : figures.entrySet()) {
                text(out, figure.getKey());
                out.writeDouble(figure.getValue());
            }
            out.flush();
        }
    }

    /** Reads one. @throws IOException at the end, or if it is none */
    static Message read(DataInputStream in) throws IOException {
        String kind = text(in);
        List<String> words = new ArrayList<>();
        for (int left = count(in, MAX_PARTS); left > 0; left--) {
            words.add(text(in));
        }
        Map<String, Double> figures = new TreeMap<>();
        for (int left = count(in, MAX_PARTS); left > 0; left--) {
            figures.put(text(in), in.readDouble());
        }
        return new Message(kind, words, figures);
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.substring(0, Math.min(text.length(), MAX_BYTES / 4)).getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        byte[] bytes = new byte[count(in, MAX_BYTES)];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int count(DataInputStream in, int most) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > most) {
            throw new IOException("no message: " + count + " parts or bytes");
        }
        return count;
    }
}
