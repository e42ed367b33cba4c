package dev.amdahl.profilers.internal.xplane;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes profiles as XLA does. */
final class XplaneBytes {
    private static final List<String> EVENTS =
            List.of("", "gemm", "ncclAllReduce", "MemcpyH2D", "hipLaunchKernel", "train", "$a.py:7 f");
    private static final List<String> STATS =
            List.of("", "correlation_id", "hlo_op", "step_num", "memcpy_details", "dot.1", "profile_start_time");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A job with a stream of a GPU, one thread and a step. */
    static byte[] profile() {
        XplaneBytes gpu = plane("/device:GPU:3");
        gpu.message(
                3,
                line(
                        "Stream #7(Kernel)",
                        event(1, 10_000, 5_000, 18),
                        event(2, 20_000, 5_999, 19),
                        event(3, 30_000, 1_000, 20)));
        gpu.message(3, line("XLA Ops", event(1, 10_000, 5_000, 18)));
        XplaneBytes thread = new XplaneBytes().number(1, 12).text(2, "main").number(3, 100);
        thread.message(
                4,
                event(4, 1_000, 2_000, 18)
                        .message(4, new XplaneBytes().number(1, 2).number(7, 5)));
        thread.message(
                4,
                event(5, 0, 40_000, -1)
                        .message(4, new XplaneBytes().number(1, 3).number(4, 0)));
        thread.message(4, event(6, 0, 9_000, -1));
        thread.message(4, event(6, 0, 0, -1));
        XplaneBytes task = plane("Task Environment")
                .message(6, new XplaneBytes().number(1, 6).number(3, 1_700_000_000_000_000_000L));
        return new XplaneBytes()
                .message(1, gpu)
                .message(1, plane("/host:CPU").message(3, thread))
                .message(1, task)
                .text(4, "host")
                .out
                .toByteArray();
    }

    static byte[] space(XplaneBytes... planes) {
        XplaneBytes space = new XplaneBytes();
        for (XplaneBytes plane : planes) {
            space.message(1, plane);
        }
        return space.out.toByteArray();
    }

    static XplaneBytes plane(String name) {
        XplaneBytes plane = new XplaneBytes().text(2, name);
        for (int i = 1; i < EVENTS.size(); i++) {
            plane.message(4, entry(i, EVENTS.get(i)));
            plane.message(5, entry(i, STATS.get(i)));
        }
        return plane;
    }

    static XplaneBytes line(String name, XplaneBytes... events) {
        XplaneBytes line = new XplaneBytes().text(2, name).number(3, 100);
        for (XplaneBytes event : events) {
            line.message(4, event);
        }
        return line;
    }

    static XplaneBytes event(int name, long offsetPicos, long durationPicos, long correlation) {
        XplaneBytes event =
                new XplaneBytes().number(1, name).number(2, offsetPicos).number(3, durationPicos);
        return correlation < 0
                ? event
                : event.message(4, new XplaneBytes().number(1, 1).number(4, correlation));
    }

    private static XplaneBytes entry(int id, String name) {
        return new XplaneBytes()
                .number(1, id)
                .message(2, new XplaneBytes().number(1, id).text(2, name));
    }

    XplaneBytes number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    XplaneBytes text(int field, String text) {
        return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    XplaneBytes message(int field, XplaneBytes message) {
        return bytes(field, message.out.toByteArray());
    }

    private XplaneBytes bytes(int field, byte[] bytes) {
        varint(((long) field << 3) | 2);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    private void varint(long value) {
        long left = value;
        for (; (left & ~0x7FL) != 0; left >>>= 7) {
            out.write((int) ((left & 0x7F) | 0x80));
        }
        out.write((int) left);
    }
}
