package dev.amdahl.examples.cli.doctor;

import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.ComputeBackends;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether accelerators are seen, and can be computed on. */
final class Accelerators {
    private static final String AREA = "accelerator";
    private static final Path DRIVER = Path.of("/dev/nvidiactl");

    private Accelerators() {}

    static List<Check> checks(Path scratch) throws IOException {
        boolean hasDriver = Files.exists(DRIVER);
        List<Check> checks = new ArrayList<>();
        checks.add(devices(
                hasDriver,
                Probe.say(
                        List.of("nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"),
                        scratch)));
        ComputeBackends.providers().stream()
                .map(provider -> backend(provider, hasDriver))
                .forEach(checks::add);
        return checks;
    }

    static Check devices(boolean hasDriver, Optional<String> said) {
        if (said.isPresent()) {
            return Check.ok(
                    AREA, "devices", String.join("; ", said.get().lines().toList()));
        }
        return hasDriver
                ? Check.fail(
                        AREA,
                        "devices",
                        "a driver is loaded, but nvidia-smi gives no answer",
                        "run nvidia-smi by hand and fix what it says")
                : Check.ok(AREA, "devices", "none here: no NVIDIA driver is loaded, and none is needed");
    }

    /** Returns one that does not work is a fault only where there is a device for it. */
    private static Check backend(ComputeBackendProvider provider, boolean hasDriver) {
        String name = "backend " + provider.name();
        if (provider.availability().isReady()) {
            return Check.ok(AREA, name, "ready");
        }
        String reason = "not ready: " + provider.availability().reason();
        return hasDriver
                ? Check.warn(AREA, name, reason, "the processor computes instead; docs/gpu.md says what is needed")
                : Check.ok(AREA, name, reason);
    }
}
