package dev.amdahl.examples.cli.gpu;

import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.ComputeBackends;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** {@code --backend}: what computes. Not thread-safe. */
final class BackendOption {
    private static final String NAME = "--backend";
    private static final String AUTO = "auto";

    @Option(
            names = NAME,
            paramLabel = "auto|cpu|jcuda",
            description = "What computes: an accelerator, or this machine's processors; default ${DEFAULT-VALUE}.")
    private String name = AUTO;

    /** Opens it. @throws dev.amdahl.spi.InvalidInputException if none has that name */
    ComputeBackend open() {
        return ComputeBackends.open(name());
    }

    /** Returns its name, or another where none was chosen. */
    String orIfAuto(String other) {
        return name.equals(AUTO) ? other : name();
    }

    /** Returns its name. @throws dev.amdahl.spi.InvalidInputException if none has it */
    String name() {
        List<String> known = Stream.concat(
                        Stream.of(AUTO), ComputeBackends.providers().stream().map(ComputeBackendProvider::name))
                .toList();
        return Options.oneOf(NAME, "backend", name, known);
    }
}
