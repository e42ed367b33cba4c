package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PatternCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Writes patterns over memory and reads every word back: 0x55, 0xAA, each word's own address, and drawn words, which differ from piece
 * to piece. All pieces are written before the first is read. Where less memory is free than asked for, what there is is examined.
 *
 * @param bytes to examine
 * @param seed of the drawn words
 */
public record MemoryMarch(long bytes, long seed) implements HealthCheck {
    static final String NAME = "memory";

    private static final long PIECE = 1L << 30;
    private static final long MIN_PIECE = 1L << 16;
    private static final int PATTERNS = 4;

    /** @throws IllegalArgumentException if there is less than a word */
    public MemoryMarch {
        if (bytes < Integer.BYTES) {
            throw new IllegalArgumentException("a march needs at least 4 bytes, was " + bytes);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public CheckResult run(ComputeBackend device) {
        List<DeviceBuffer<int[]>> pieces = new ArrayList<>();
        try {
            long taken = take(device, pieces);
            long wrong = 0;
            Optional<String> first = Optional.empty();
            for (int kind = 0; kind < PATTERNS; kind++) {
                for (int piece = 0; piece < pieces.size(); piece++) {
                    device.fill(pieces.get(piece), pattern(kind, piece));
                }
                for (int piece = 0; piece < pieces.size(); piece++) {
                    PatternCheck check = device.check(pieces.get(piece), pattern(kind, piece));
                    wrong += check.mismatches();
                    if (check.mismatches() > 0 && first.isEmpty()) {
                        first = Optional.of("word " + check.first() + " of piece " + piece + ", pattern " + kind);
                    }
                }
            }
            Map<String, Double> figures =
                    Map.of("bytes", (double) taken, "wrong_words", (double) wrong, "patterns", (double) PATTERNS);
            if (wrong > 0) {
                return CheckResult.failed(
                        NAME,
                        figures,
                        String.format(
                                Locale.ROOT,
                                "%d words of %.3f GiB came back wrong, the first %s",
                                wrong,
                                taken / (double) PIECE,
                                first.orElse("unknown")));
            }
            return CheckResult.passed(NAME, figures);
        } finally {
            DeviceResource.closeAll(pieces);
        }
    }

    private Pattern pattern(int kind, int piece) {
        return switch (kind) {
            case 0 -> new Pattern.Constant(0x55555555);
            case 1 -> new Pattern.Constant(0xAAAAAAAA);
            case 2 -> new Pattern.Address();
            default -> new Pattern.Drawn(seed + piece);
        };
    }

    private long take(ComputeBackend device, List<DeviceBuffer<int[]>> pieces) {
        long taken = 0;
        long piece = Math.min(PIECE, bytes);
        while (bytes - taken >= Integer.BYTES) {
            try {
                DeviceBuffer<int[]> buffer =
                        device.allocate(ElementType.INT32, Math.min(piece, bytes - taken) / Integer.BYTES);
                pieces.add(buffer);
                taken += buffer.bytes();
            } catch (DeviceException e) {
                if (e.fault() != DeviceException.Fault.OUT_OF_MEMORY || (piece <= MIN_PIECE && pieces.isEmpty())) {
                    throw e;
                }
                if (piece <= MIN_PIECE) {
                    return taken;
                }
                piece /= 2;
            }
        }
        return taken;
    }
}
