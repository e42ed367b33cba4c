package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;

/**
 * A hack that was found, before or while the kernel ran.
 *
 * @param hack which
 * @param text what was seen
 */
record HackReport(Hack hack, String text) {
    Finding at(Stage stage) {
        return Finding.refuted(stage, hack, "refuted as " + hack + ": " + text);
    }
}
