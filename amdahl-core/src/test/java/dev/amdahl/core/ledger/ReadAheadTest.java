package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ReadAheadTest {
    private static final int MANY = 100_000;

    private volatile Thread thread = Thread.currentThread();
    private final AtomicInteger shown = new AtomicInteger();
    private final List<Integer> taken = new ArrayList<>();

    private Consumer<Consumer<Integer>> numbers(int count) {
        return taker -> {
            thread = Thread.currentThread();
            for (int i = 0; i < count; i++) {
                taker.accept(i);
                shown.incrementAndGet();
            }
        };
    }

    @Test
    void allIsTakenInOrderOnTheCallersThread() {
        for (int count : new int[] {0, 1, 127, 128, 129, MANY}) {
            taken.clear();
            ReadAhead.forEach("test", numbers(count), number -> {
                assertThat(Thread.currentThread()).isNotSameAs(thread);
                taken.add(number);
            });
            assertThat(taken).isEqualTo(IntStream.range(0, count).boxed().toList());
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void theFailureOfTheSourceComesAfterAllThatItShowed() {
        IllegalStateException failure = new IllegalStateException("broken");
        Consumer<Consumer<Integer>> source = taker -> {
            numbers(1_000).accept(taker);
            throw failure;
        };
        assertThatThrownBy(() -> ReadAhead.forEach("test", source, taken::add)).isSameAs(failure);
        assertThat(taken).hasSize(1_000);
    }

    @Test
    void theFailureOfTheCallerEndsTheSource() {
        IllegalStateException failure = new IllegalStateException("broken");
        assertThatThrownBy(() -> ReadAhead.forEach("test", numbers(MANY), number -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(thread.isAlive()).isFalse();
        assertThat(shown).hasValueLessThan(MANY / 10);
    }

    @Test
    void aSourceRunsOnlySoFarAhead() {
        AtomicInteger most = new AtomicInteger();
        ReadAhead.forEach("test", numbers(MANY), number -> most.accumulateAndGet(shown.get() - number, Math::max));
        assertThat(most).hasValueBetween(1, 5_000);
    }

    @Test
    void anInterruptIsKeptForTheCaller() {
        Thread.currentThread().interrupt();
        ReadAhead.forEach("test", numbers(1_000), taken::add);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(taken).hasSize(1_000);
    }
}
