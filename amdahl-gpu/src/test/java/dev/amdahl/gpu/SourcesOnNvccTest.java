package dev.amdahl.gpu;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernels that this library brings are CUDA C++ to the toolkit's compiler, for the chips of today. */
class SourcesOnNvccTest {

    @Test
    void whatIsShippedCompiles(@TempDir Path folder) throws IOException, InterruptedException {
        List<String> texts = new ArrayList<>();
        for (String resource : List.of(
                "resampling/products.cu",
                "resampling/independent.cu",
                "resampling/hadamard.cu",
                "health/compare.cu",
                "internal/jcuda/patterns.cu",
                "kernel/device/copies.cu")) {
            texts.add(KernelSource.philox() + KernelSource.text(KernelSource.class, resource));
        }
        String transform = KernelSource.text(KernelSource.class, "resampling/transform.cu");
        for (String sum : List.of("unsigned int", "unsigned long long")) {
            texts.add("typedef " + sum + " sum_t;\n" + transform);
        }
        Nvcc.compile(folder, texts, "90a", "100a");
    }
}
