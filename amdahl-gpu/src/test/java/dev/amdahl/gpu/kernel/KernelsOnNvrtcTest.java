package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.RequiresNvrtc;
import dev.amdahl.gpu.internal.jcuda.Nvrtc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The texts that are emulated are CUDA C++ to its own compiler too. */
@RequiresNvrtc
class KernelsOnNvrtcTest {

    @Test
    void baselinesAndTemplatesCompile() {
        for (KernelTask task : KernelTasks.all()) {
            compile(task, task.baseline());
            for (KernelTemplate template : KernelTemplate.of(task)) {
                compile(task, template.source(template.settings().get(0)));
            }
        }
    }

    @Test
    void theHonestCompile() throws IOException {
        for (Path file : Lab.sources("honest")) {
            compile(Lab.task(file), Files.readString(file));
        }
    }

    private static void compile(KernelTask task, String source) {
        CandidateForm form = CandidateForm.parse(source, task.dimensions());
        assertThat(Nvrtc.compile(
                        KernelSource.of(task.name(), source, form.entries().get(0)), "sm_90"))
                .startsWith(0x7f, 'E', 'L', 'F');
    }
}
