package dev.amdahl.profilers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Damages files, each in a way that a number decides: the same number gives the same bytes. Immutable. */
public final class Mutations {
    private static final int MAX_LENGTH = 1 << 16;
    private static final List<String> NUMBERS = List.of(
            "-1",
            "0",
            "-0",
            "00",
            "1.5",
            "0.0000000000000000001",
            "2147483648",
            "4294967296",
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775808",
            "18446744073709551615",
            "1e18",
            "1e400",
            "-1e400",
            "1e-400",
            "NaN",
            "Infinity",
            "-Infinity",
            "0x7f",
            "");
    private static final List<byte[]> TOKENS = List.of(
            bytes("{"),
            bytes("["),
            bytes("}"),
            bytes("]"),
            bytes("\""),
            bytes(","),
            bytes(",,"),
            bytes(":"),
            bytes("\\"),
            bytes("\\ud800"),
            bytes("\n"),
            bytes("\r"),
            bytes("\t"),
            bytes(" "),
            bytes(";"),
            bytes("%"),
            bytes("null"),
            bytes("\uFEFF"),
            bytes("\u00e9"),
            new byte[] {0},
            new byte[] {(byte) 0xFF},
            new byte[] {(byte) 0xC0, (byte) 0x80},
            new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            new byte[] {-1, -1, -1, -1},
            new byte[] {0x7F, -1, -1, -1},
            new byte[] {0, 0, 0, 0, 0, 0, 0, 0},
            new byte[] {0x1f, (byte) 0x8b, 8, 0});

    private final List<byte[]> others;
    private final long seed;

    /** @param others valid files, parts of which may be put into one that is damaged */
    public Mutations(Collection<byte[]> others, long seed) {
        this.others = List.copyOf(others);
        this.seed = seed;
    }

    /** The file with one to four mutations, where it is gzip mostly inside the compressed text. */
    public byte[] file(byte[] original, int number) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003L + number);
        boolean inside = isGzip(original) && random.nextInt(4) > 0;
        byte[] file = inside ? gunzip(original) : original;
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            file = mutate(random, file, inside);
        }
        return inside ? gzip(file) : file;
    }

    private byte[] mutate(SplittableRandom random, byte[] file, boolean inside) {
        if (file.length == 0) {
            return pick(random, TOKENS).clone();
        }
        return switch (random.nextInt(8)) {
            case 0 -> flip(random, file);
            case 1 -> Arrays.copyOf(file, random.nextInt(file.length));
            case 2 -> splice(random, file, inside);
            case 3 -> repeat(random, file);
            case 4 -> without(random, file);
            case 5 -> token(random, file);
            default -> number(random, file);
        };
    }

    private static byte[] flip(SplittableRandom random, byte[] file) {
        byte[] flipped = file.clone();
        for (int left = 1 + random.nextInt(8); left > 0; left--) {
            flipped[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private byte[] splice(SplittableRandom random, byte[] file, boolean inside) {
        byte[] other = pick(random, others);
        other = inside && isGzip(other) ? gunzip(other) : other;
        int from = random.nextInt(other.length + 1);
        return joined(Arrays.copyOf(file, random.nextInt(file.length)), Arrays.copyOfRange(other, from, other.length));
    }

    private static byte[] repeat(SplittableRandom random, byte[] file) {
        int from = random.nextInt(file.length);
        byte[] part = Arrays.copyOfRange(file, from, from + 1 + random.nextInt(file.length - from));
        int times = Math.min(1 << random.nextInt(12), Math.max(1, (MAX_LENGTH - file.length) / part.length));
        byte[] repeated = new byte[part.length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(part, 0, repeated, i * part.length, part.length);
        }
        return replaced(file, from, from, repeated);
    }

    private static byte[] without(SplittableRandom random, byte[] file) {
        int from = random.nextInt(file.length);
        return replaced(file, from, from + 1 + random.nextInt(Math.min(64, file.length - from)), new byte[0]);
    }

    private static byte[] token(SplittableRandom random, byte[] file) {
        int from = random.nextInt(file.length);
        byte[] token = pick(random, TOKENS);
        int to = random.nextBoolean() ? from : Math.min(file.length, from + token.length);
        return replaced(file, from, to, token);
    }

    /** Puts another number in the place of one that stands at or after a random place. */
    private static byte[] number(SplittableRandom random, byte[] file) {
        int from = random.nextInt(file.length);
        while (from < file.length && !isDigit(file[from])) {
            from++;
        }
        int to = from;
        while (to < file.length && (isDigit(file[to]) || file[to] == '.')) {
            to++;
        }
        return replaced(file, from, to, bytes(NUMBERS.get(random.nextInt(NUMBERS.size()))));
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static byte[] replaced(byte[] file, int from, int to, byte[] by) {
        return joined(joined(Arrays.copyOf(file, from), by), Arrays.copyOfRange(file, to, file.length));
    }

    private static byte[] joined(byte[] head, byte[] tail) {
        byte[] joined = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, joined, head.length, tail.length);
        return joined;
    }

    private static <T> T pick(SplittableRandom random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isGzip(byte[] file) {
        return file.length > 2 && file[0] == 0x1f && file[1] == (byte) 0x8b;
    }

    private static byte[] gunzip(byte[] file) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] gzip(byte[] text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
