package dev.amdahl.profilers.internal.jfr;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes a recording of one chunk as the JVM would, with types, constants and events of a test's own; a tick is a nanosecond. Not
 * thread-safe.
 */
final class TinyRecording {
    static final long START = 1_700_000_000_000_000_000L;

    private static final int HEADER = 68;
    private static final long TICKS = 1_000_000_000L;

    private final ByteArrayOutputStream events = new ByteArrayOutputStream();
    private final List<String> texts = new ArrayList<>();
    private final List<Consumer<TinyRecording>> types = new ArrayList<>();
    private final ByteArrayOutputStream pools = new ByteArrayOutputStream();
    private ByteArrayOutputStream out = events;
    private int poolCount;

    TinyRecording number(long value) {
        long left = value;
        for (int i = 0; i < 8; i++) {
            if ((left & ~0x7FL) == 0) {
                out.write((int) left);
                return this;
            }
            out.write((int) ((left & 0x7F) | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
        return this;
    }

    TinyRecording text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        out.write(3);
        number(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    TinyRecording real(float value) {
        out.writeBytes(ByteBuffer.allocate(4).putFloat(value).array());
        return this;
    }

    /** Declares a type; fields are {@code name:type}, with {@code *} in front for a constant, {@code +} for an array. */
    TinyRecording type(int id, String name, String... fields) {
        types.add(writer -> writer.declare(id, name, fields));
        return this;
    }

    /** Begins the pool of a type with that many constants: a key and the fields follow for each. */
    TinyRecording pool(int type, int count) {
        out = pools;
        poolCount++;
        return number(type).number(count);
    }

    /** Adds an event that begins that many ns after the recording. */
    TinyRecording event(int type, long start, Consumer<TinyRecording> fields) {
        events.writeBytes(sized(() -> {
            number(type).number(TICKS + start);
            fields.accept(this);
        }));
        return this;
    }

    /** The file, whose chunk lasts that many ns. */
    byte[] bytes(long duration) {
        byte[] constants = sized(() -> {
            number(1).number(TICKS).number(0).number(0);
            out.write(0);
            number(poolCount);
            out.writeBytes(pools.toByteArray());
        });
        ByteArrayOutputStream tree = new ByteArrayOutputStream();
        out = tree;
        element("root", 2);
        element("metadata", types.size());
        types.forEach(type -> type.accept(this));
        element("region", 0, "locale", "", "gmtOffset", "0");
        byte[] metadata = sized(() -> {
            number(0).number(TICKS).number(0).number(1).number(texts.size());
            texts.forEach(this::text);
            out.writeBytes(tree.toByteArray());
        });
        int size = HEADER + events.size() + constants.length + metadata.length;
        ByteBuffer chunk = ByteBuffer.allocate(size);
        chunk.put(new byte[] {'F', 'L', 'R', 0}).putShort((short) 2).putShort((short) 0);
        chunk.putLong(size).putLong(HEADER + events.size()).putLong(HEADER + events.size() + constants.length);
        chunk.putLong(START)
                .putLong(duration)
                .putLong(TICKS)
                .putLong(1_000_000_000L)
                .putInt(1);
        return chunk.put(events.toByteArray()).put(constants).put(metadata).array();
    }

    private void declare(int id, String name, String... fields) {
        if (name.startsWith("jdk.") && !name.startsWith("jdk.types.")) {
            element("class", fields.length, "name", name, "superType", "jdk.jfr.Event", "id", "" + id);
        } else if (name.equals("jdk.types.Symbol")) {
            element("class", fields.length, "name", name, "id", "" + id, "simpleType", "true");
        } else {
            element("class", fields.length, "name", name, "id", "" + id);
        }
        for (String field : fields) {
            String[] parts = field.substring(field.startsWith("*") || field.startsWith("+") ? 1 : 0)
                    .split(":", 2);
            if (field.startsWith("*")) {
                element("field", 0, "name", parts[0], "class", parts[1], "constantPool", "true");
            } else if (field.startsWith("+")) {
                element("field", 0, "name", parts[0], "class", parts[1], "dimension", "1");
            } else {
                element("field", 0, "name", parts[0], "class", parts[1]);
            }
        }
    }

    private void element(String name, int children, String... attributes) {
        number(index(name)).number(attributes.length / 2);
        for (String attribute : attributes) {
            number(index(attribute));
        }
        number(children);
    }

    private int index(String text) {
        if (!texts.contains(text)) {
            texts.add(text);
        }
        return texts.indexOf(text);
    }

    private byte[] sized(Runnable body) {
        ByteArrayOutputStream before = out;
        out = new ByteArrayOutputStream();
        body.run();
        byte[] content = out.toByteArray();
        int size = content.length + 4;
        out = new ByteArrayOutputStream();
        for (int i = 0; i < 3; i++) {
            out.write(((size >> (7 * i)) & 0x7F) | 0x80);
        }
        out.write(size >> 21);
        out.writeBytes(content);
        byte[] sized = out.toByteArray();
        out = before;
        return sized;
    }
}
