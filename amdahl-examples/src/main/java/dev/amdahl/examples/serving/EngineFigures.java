package dev.amdahl.examples.serving;

import dev.amdahl.examples.serving.Engines.Engine;
import dev.amdahl.examples.serving.Engines.Figure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What the pages of a known server showed over a load; what it does not publish is empty.
 *
 * @param engine which server it is
 * @param running requests worked on at a time, on average
 * @param mostRunning and at most
 * @param waiting requests that waited, on average
 * @param capped share of the time in which requests waited although the memory was not full, while as many as ever were worked on: a limit
 *     on the batch, and nothing else, held them up
 * @param cache largest share of the cache in use
 * @param queueSeconds that a request waited on average
 * @param promptTokens read
 * @param generatedTokens written
 * @param preemptions for want of memory
 */
record EngineFigures(
        String engine,
        OptionalDouble running,
        OptionalDouble mostRunning,
        OptionalDouble waiting,
        OptionalDouble capped,
        OptionalDouble cache,
        OptionalDouble queueSeconds,
        OptionalDouble promptTokens,
        OptionalDouble generatedTokens,
        OptionalDouble preemptions) {
    private static final double NEARLY_FULL = .9;

    static Optional<EngineFigures> of(List<MetricsPage> pages) {
        return pages.stream()
                .flatMap(page -> Engines.of(page).stream())
                .findFirst()
                .map(engine -> of(engine, pages));
    }

    private static EngineFigures of(Engine engine, List<MetricsPage> pages) {
        OptionalDouble most = all(engine, Figure.RUNNING, pages).max();
        OptionalDouble waited = grown(engine, Figure.QUEUE_SECONDS, pages);
        OptionalDouble count = grown(engine, Figure.QUEUE_COUNT, pages);
        boolean isQueued = waited.isPresent() && count.orElse(0) > 0;
        return new EngineFigures(
                engine.name(),
                all(engine, Figure.RUNNING, pages).average(),
                most,
                all(engine, Figure.WAITING, pages).average(),
                capped(engine, most, pages),
                all(engine, Figure.CACHE, pages).max(),
                isQueued
                        ? OptionalDouble.of(waited.getAsDouble() * engine.secondsPerUnit() / count.getAsDouble())
                        : OptionalDouble.empty(),
                grown(engine, Figure.PROMPT_TOKENS, pages),
                grown(engine, Figure.GENERATED_TOKENS, pages),
                grown(engine, Figure.PREEMPTIONS, pages));
    }

    private static OptionalDouble capped(Engine engine, OptionalDouble most, List<MetricsPage> pages) {
        if (most.isEmpty() || all(engine, Figure.WAITING, pages).findAny().isEmpty()) {
            return OptionalDouble.empty();
        }
        return pages.stream()
                .mapToDouble(page -> engine.value(Figure.WAITING, page).orElse(0) >= 1
                                && engine.value(Figure.RUNNING, page).orElse(0) >= most.getAsDouble()
                                && engine.value(Figure.CACHE, page).orElse(0) < NEARLY_FULL
                        ? 1
                        : 0)
                .average();
    }

    private static DoubleStream all(Engine engine, Figure figure, List<MetricsPage> pages) {
        return pages.stream()
                .map(page -> engine.value(figure, page))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble);
    }

    /** Returns by how much a count grew from the first page that has it to the last. */
    private static OptionalDouble grown(Engine engine, Figure figure, List<MetricsPage> pages) {
        double[] values = all(engine, figure, pages).toArray();
        return values.length < 2 ? OptionalDouble.empty() : OptionalDouble.of(values[values.length - 1] - values[0]);
    }
}
