package dev.amdahl.gpu.internal.cpu;

import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PatternCheck;
import java.util.concurrent.atomic.AtomicLong;

/** Patterns over arrays, seen as 32-bit words in little-endian order, as a device sees its memory. */
final class CpuPatterns {
    private static final int SLICE = 1 << 16;

    private final Workers workers;

    CpuPatterns(Workers workers) {
        this.workers = workers;
    }

    void fill(DeviceBuffer<?> buffer, Pattern pattern) {
        Words words = Words.of(CpuBuffer.of(buffer).array());
        slices(words, (from, to) -> {
            for (long i = from; i < to; i++) {
                words.set((int) i, pattern.word(i));
            }
        });
    }

    PatternCheck check(DeviceBuffer<?> buffer, Pattern pattern) {
        Words words = Words.of(CpuBuffer.of(buffer).array());
        AtomicLong mismatches = new AtomicLong();
        AtomicLong first = new AtomicLong(Long.MAX_VALUE);
        slices(words, (from, to) -> {
            long found = 0;
            for (long i = from; i < to; i++) {
                if (words.get((int) i) != pattern.word(i)) {
                    found++;
                    first.accumulateAndGet(i, Math::min);
                }
            }
            mismatches.addAndGet(found);
        });
        return new PatternCheck(words.count(), mismatches.get(), mismatches.get() == 0 ? -1 : first.get());
    }

    private void slices(Words words, Slice slice) {
        int count = words.count();
        workers.each(
                (count + SLICE - 1L) / SLICE, part -> slice.run(part * SLICE, Math.min(count, (part + 1) * SLICE)));
    }

    private interface Slice {
        void run(long from, long to);
    }
}
