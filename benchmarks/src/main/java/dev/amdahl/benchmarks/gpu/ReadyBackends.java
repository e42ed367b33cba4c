package dev.amdahl.benchmarks.gpu;

import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.ComputeBackends;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** The backends that work here, for benchmarks with the parameter {@code backend}; the others are named with the reason. */
final class ReadyBackends {
    private ReadyBackends() {}

    static void run(Class<?> benchmark) throws RunnerException {
        String[] ready = ComputeBackends.providers().stream()
                .filter(provider -> provider.availability().isReady())
                .map(ComputeBackendProvider::name)
                .toArray(String[]::new);
        ComputeBackends.providers().stream()
                .filter(provider -> !provider.availability().isReady())
                .forEach(provider -> System.out.println("skipped: " + provider.name() + ", "
                        + provider.availability().reason()));
        new Runner(new OptionsBuilder()
                        .include(benchmark.getSimpleName())
                        .param("backend", ready)
                        .build())
                .run();
    }
}
