package dev.amdahl.examples.cli.doctor;

import dev.amdahl.core.internal.workspace.Sandbox;
import dev.amdahl.core.internal.workspace.SandboxPolicy;
import dev.amdahl.spi.AmdahlException;
import java.nio.file.Path;

/** Whether patches that nobody answers for can be built and run without harm: one is started. */
final class SandboxCheck {
    private SandboxCheck() {}

    static Check of(Path scratch) {
        try {
            return Check.ok(
                    "sandbox",
                    "probe",
                    Sandbox.probed(scratch.resolve("sandbox"), SandboxPolicy.DEFAULT)
                            .enforced());
        } catch (AmdahlException none) {
            return Check.warn(
                    "sandbox",
                    "probe",
                    String.valueOf(none.getMessage()),
                    "until then models' patches are refused; changes of settings and people's patches still work");
        }
    }
}
