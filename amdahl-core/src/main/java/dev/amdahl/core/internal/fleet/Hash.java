package dev.amdahl.core.internal.fleet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A hash of 64 bits over bytes, eight at a time; not against an adversary. */
final class Hash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private Hash() {}

    static long of(byte[] bytes, int from, int to) {
        long hash = (to - from) * PRIME;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            hash = mix(hash ^ (long) LONGS.get(bytes, at));
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = rest << 8 | (bytes[at] & 0xFF);
        }
        return mix(hash ^ rest);
    }

    private static long mix(long value) {
        long mixed = value * PRIME;
        mixed ^= mixed >>> 32;
        mixed *= 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> 29;
    }
}
