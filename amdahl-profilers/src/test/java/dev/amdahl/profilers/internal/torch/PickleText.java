package dev.amdahl.profilers.internal.torch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes plain data as Python's pickle does, in protocol 4, with texts remembered. */
final class PickleText {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<String, Integer> remembered = new HashMap<>();
    private int memo;

    static byte[] of(Object value) {
        PickleText text = new PickleText();
        text.out.writeBytes(new byte[] {(byte) 0x80, 4});
        text.write(value);
        text.out.write('.');
        return text.out.toByteArray();
    }

    /** Three allocations of which two are alive at the peak, on top of 1,000 bytes from before; one segment more on the way. */
    static byte[] snapshot() {
        List<Object> frames = List.of(
                frame("torch::unwind::unwind()", "??", 0),
                frame("empty", "/site-packages/torch/functional.py", 5),
                frame("forward", "/home/a/model.py", 12));
        List<Object> backward = List.of(frame("torch::autograd::generated::BmmBackward0::apply(x)", "", 0));
        return of(map(
                "segments",
                List.of(map(
                        "device",
                        0,
                        "total_size",
                        8192,
                        "blocks",
                        List.of(
                                block("active_allocated", 1000),
                                block("inactive", 5000),
                                block("active_allocated", 700)))),
                "device_traces",
                List.of(List.of(
                        event("alloc", 1, 500, 10, frames),
                        event("alloc", 2, 700, 20, backward),
                        event("segment_alloc", 9, 4096, 30, List.of()),
                        event("alloc", 3, 100, 40, frames),
                        event("free_requested", 1, 500, 50, List.of()),
                        event("free_completed", 1, 500, 60, List.of()),
                        event("free_requested", 3, 100, 70, List.of()))),
                "allocator_settings",
                map("expandable_segments", false, "threshold", .5)));
    }

    private static Map<String, Object> frame(String name, String file, int line) {
        return map("name", name, "filename", file, "line", line);
    }

    private static Map<String, Object> block(String state, int size) {
        return map("state", state, "requested_size", size, "size", 2 * size, "frames", List.of());
    }

    private static Map<String, Object> event(String action, long address, int size, long micros, List<Object> frames) {
        return map(
                "action",
                action,
                "addr",
                140_576_829_734_912L + address,
                "size",
                size,
                "time_us",
                1_748_732_617_553_000L + micros,
                "frames",
                frames);
    }

    static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new java.util.LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private void write(Object value) {
        if (value instanceof Boolean truth) {
            out.write(truth ? 0x88 : 0x89);
        } else if (value instanceof Integer number) {
            out.write('J');
            out.writeBytes(ByteBuffer.allocate(4)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(number)
                    .array());
        } else if (value instanceof Long number) {
            out.write(0x8a);
            out.write(8);
            out.writeBytes(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(number)
                    .array());
        } else if (value instanceof Double number) {
            out.write('G');
            out.writeBytes(ByteBuffer.allocate(8).putDouble(number).array());
        } else if (value instanceof String text) {
            text(text);
        } else if (value instanceof List<?> list) {
            out.writeBytes(new byte[] {']', (byte) 0x94, '('});
            memo++;
            list.forEach(this::write);
            out.write('e');
        } else if (value instanceof Map<?, ?> map) {
            out.writeBytes(new byte[] {'}', (byte) 0x94, '('});
            memo++;
            map.forEach((key, held) -> {
                write(key);
                write(held);
            });
            out.write('u');
        }
    }

    private void text(String text) {
        Integer known = remembered.get(text);
        if (known != null) {
            out.write('j');
            out.writeBytes(ByteBuffer.allocate(4)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(known)
                    .array());
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(0x8c);
        out.write(bytes.length);
        out.writeBytes(bytes);
        out.write(0x94);
        remembered.put(text, memo++);
    }
}
