package dev.amdahl.profilers.internal.xplane;

import dev.amdahl.spi.InvalidInputException;
import java.nio.charset.StandardCharsets;

/** The fields of one message in the wire format of Protocol Buffers, one after the other, within bytes that hold more. Not thread-safe. */
final class ProtoFields {
    private static final String REMEDY = "write the profile again, whole";

    private final String file;
    private final byte[] bytes;
    private final int to;
    private int at;
    private int field;
    private int begin;
    private int end;
    private boolean isNested;
    private long value;

    private ProtoFields(String file, byte[] bytes, int from, int to) {
        this.file = file;
        this.bytes = bytes;
        this.at = from;
        this.to = to;
    }

    /** @param file what errors call it */
    static ProtoFields of(String file, byte[] bytes) {
        return new ProtoFields(file, bytes, 0, bytes.length);
    }

    /** Goes to the next field; false after the last. */
    boolean next() {
        if (at == to) {
            return false;
        }
        long key = varint();
        if (key < 8 || key >>> 3 > Integer.MAX_VALUE) {
            throw invalid("is not a message of XLA's profiler: a field without a number");
        }
        field = (int) (key >>> 3);
        isNested = false;
        switch ((int) (key & 7)) {
            case 0 -> value = varint();
            case 1 -> value = fixed(Long.BYTES);
            case 2 -> nested();
            case 5 -> value = fixed(Integer.BYTES);
            default -> throw invalid("is not a message of XLA's profiler: a field of no known kind");
        }
        return true;
    }

    /** The number of the field, 0 where its value is not of the kind that the caller asks for. */
    int field(boolean nested) {
        return nested == isNested ? field : 0;
    }

    /** A number of the field. */
    long value() {
        return value;
    }

    /** The message that the field holds. */
    ProtoFields message() {
        return new ProtoFields(file, bytes, begin, end);
    }

    /** At most so many bytes of the text that the field holds. */
    String text(int most) {
        return new String(bytes, begin, Math.min(most, end - begin), StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}", "\uFFFD");
    }

    private void nested() {
        long length = varint();
        if (length < 0 || length > to - at) {
            throw invalid("ends early");
        }
        isNested = true;
        begin = at;
        end = at + (int) length;
        at = end;
    }

    private long fixed(int length) {
        if (length > to - at) {
            throw invalid("ends early");
        }
        long number = 0;
        for (int i = 0; i < length; i++) {
            number |= (bytes[at++] & 0xFFL) << (8 * i);
        }
        return number;
    }

    private long varint() {
        long number = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (at == to) {
                throw invalid("ends early");
            }
            byte digit = bytes[at++];
            number |= (digit & 0x7FL) << shift;
            if (digit >= 0) {
                return number;
            }
        }
        throw invalid("has a number of more than ten bytes");
    }

    private InvalidInputException invalid(String problem) {
        return new InvalidInputException(file + " byte " + at, problem, REMEDY);
    }
}
