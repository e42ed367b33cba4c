package dev.amdahl.profilers.torch;

import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pickle of protocol 2 to 5 that holds dictionaries, lists, tuples, texts, numbers, truth values and None, and nothing else:
 * nothing is ever executed. An opcode that names a class, calls something or refers to other data is refused. A list may hold itself:
 * who walks what was read goes to a fixed depth. Not thread-safe, used once.
 */
final class PlainPickle {
    private static final long MAX_BYTES = 1L << 30;
    private static final String REMEDY = "write the file again, whole; other pickles than of plain data are not read";
    private static final Object MARK = new Object();

    private final String file;
    private final ByteBuffer in;
    private final MemoryBudget room;
    private final List<@Nullable Object> stack = new ArrayList<>();
    private @Nullable Object[] memo = new Object[256];
    private int remembered;

    private PlainPickle(String file, byte[] content) {
        this.file = file;
        this.in = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        this.room = new MemoryBudget(file);
    }

    /** @throws InvalidInputException naming the file and the byte, for anything but plain data */
    static @Nullable Object read(Artifact artifact, ProfileLimits limits) {
        String file = artifact.path().toString();
        try {
            long size = Files.size(artifact.path());
            long most = Math.min(MAX_BYTES, limits.maxBytes());
            if (size > most) {
                throw new InvalidInputException(
                        file, "has " + size + " bytes, more than " + most, "record a shorter history");
            }
            new MemoryBudget(file).take(size);
            return new PlainPickle(file, Files.readAllBytes(artifact.path())).value();
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, REMEDY);
        }
    }

    private @Nullable Object value() {
        while (true) {
            int opcode = octet();
            if (opcode == '.') {
                Object value = pop();
                if (!stack.isEmpty()) {
                    throw invalid("ends with values that belong to nothing");
                }
                return value;
            }
            step(opcode);
        }
    }

    private void step(int opcode) {
        switch (opcode) {
            case 0x80 -> octet();
            case 0x95 -> need(8).getLong();
            case '(' -> push(MARK);
            case '}' -> push(new HashMap<>(8));
            case ']', ')' -> push(new ArrayList<>(4));
            case 'N' -> push(null);
            case 0x88 -> push(true);
            case 0x89 -> push(false);
            case 'K' -> push((long) octet());
            case 'M' -> push(need(2).getShort() & 0xffffL);
            case 'J' -> push((long) need(4).getInt());
            case 0x8a -> push(whole(octet()));
            case 'G' -> push(Double.longBitsToDouble(Long.reverseBytes(need(8).getLong())));
            case 0x8c -> push(text(octet()));
            case 'X' -> push(text(need(4).getInt()));
            case 'q' -> remember(octet());
            case 'r' -> remember(need(4).getInt());
            case 0x94 -> remember(remembered);
            case 'h' -> stack.add(recall(octet()));
            case 'j' -> stack.add(recall(need(4).getInt()));
            case 'a' -> append(stack.size() - 1);
            case 'e' -> append(sinceMark());
            case 's' -> put(stack.size() - 2);
            case 'u' -> put(sinceMark());
            case 't' -> tuple(sinceMark());
            case 0x85, 0x86, 0x87 -> tuple(stack.size() - (opcode - 0x84));
            default ->
                throw invalid(
                        String.format("opcode 0x%02x is not plain data: it may name a class or call code", opcode));
        }
    }

    private void push(@Nullable Object value) {
        room.take(value instanceof String text ? 56 + text.length() : value instanceof Map ? 160 : 48);
        stack.add(value);
    }

    private @Nullable Object pop() {
        if (stack.isEmpty() || stack.get(stack.size() - 1) == MARK) {
            throw invalid("takes a value that is not there");
        }
        return stack.remove(stack.size() - 1);
    }

    /** Takes the last mark away, and returns where what follows it begins. */
    private int sinceMark() {
        int at = stack.lastIndexOf(MARK);
        if (at < 0) {
            throw invalid("ends a group that did not begin");
        }
        stack.remove(at);
        return at;
    }

    private List<@Nullable Object> takeFrom(int at) {
        if (at < 0 || stack.subList(at, stack.size()).contains(MARK)) {
            throw invalid("takes a value that is not there");
        }
        List<@Nullable Object> tail = stack.subList(at, stack.size());
        List<@Nullable Object> taken = new ArrayList<>(tail);
        tail.clear();
        return taken;
    }

    private void tuple(int at) {
        push(takeFrom(at));
    }

    @SuppressWarnings("unchecked")
    private void append(int at) {
        List<@Nullable Object> values = takeFrom(at);
        if (!(top() instanceof List)) {
            throw invalid("appends to something other than a list");
        }
        room.take(8L * values.size());
        ((List<@Nullable Object>) top()).addAll(values);
    }

    @SuppressWarnings("unchecked")
    private void put(int at) {
        List<@Nullable Object> values = takeFrom(at);
        if (!(top() instanceof Map) || values.size() % 2 != 0) {
            throw invalid("puts pairs into something other than a dictionary");
        }
        room.take(24L * values.size());
        for (int i = 0; i < values.size(); i += 2) {
            if (!(values.get(i) instanceof String || values.get(i) instanceof Long)) {
                throw invalid("has a key that is neither a text nor a number");
            }
            ((Map<Object, @Nullable Object>) top()).put(values.get(i), values.get(i + 1));
        }
    }

    private @Nullable Object top() {
        return stack.isEmpty() ? null : stack.get(stack.size() - 1);
    }

    /** Picklers number what they remember one after the other, so no number is beyond the bytes read. */
    private void remember(int index) {
        if (index < 0 || index > in.position() || stack.isEmpty() || top() == MARK) {
            throw invalid("remembers what is not there");
        }
        if (index >= memo.length) {
            room.take(8L * index);
            memo = Arrays.copyOf(memo, index + index / 2);
        }
        memo[index] = top();
        remembered = Math.max(remembered, index + 1);
    }

    private @Nullable Object recall(int index) {
        if (index < 0 || index >= remembered) {
            throw invalid("recalls what it did not remember");
        }
        return memo[index];
    }

    private long whole(int length) {
        if (length > Long.BYTES) {
            throw invalid("has a number of more than 64 bits");
        }
        need(length);
        long value = 0;
        for (int i = 0; i < length; i++) {
            long digit = in.get();
            value |= (i == length - 1 ? digit : digit & 0xff) << (8 * i);
        }
        return value;
    }

    private String text(int length) {
        need(length);
        int at = in.position();
        in.position(at + length);
        return new String(in.array(), at, length, StandardCharsets.UTF_8);
    }

    private int octet() {
        return need(1).get() & 0xff;
    }

    /** Returns the input, which has so many bytes more. */
    private ByteBuffer need(int length) {
        if (length < 0 || length > in.remaining()) {
            throw invalid("ends early");
        }
        return in;
    }

    private InvalidInputException invalid(String problem) {
        return new InvalidInputException(file + " byte " + in.position(), problem, REMEDY);
    }
}
