package dev.amdahl.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KernelSignatureTest {
    private static final Pattern ENTRY = Pattern.compile("extern \"C\" __global__ void(?: \\w+\\(\\d+\\))? (\\w+)\\(");

    private static final String TEXT = """
            __device__ int add(int a, int b) { return a + b; }
            extern "C" __global__ void __launch_bounds__(256) add2(
                    const float* __restrict__ x, float *y, unsigned int n, unsigned long long seed, float f, double d,
                    sum_t s) { }
            extern "C" __global__ void none() { }
            """;

    @Test
    void parametersAreReadFromTheSource() {
        assertThat(KernelSignature.of(TEXT, "add2").orElseThrow().parameters())
                .containsExactly(
                        "const float* __restrict__ x",
                        "float *y",
                        "unsigned int n",
                        "unsigned long long seed",
                        "float f",
                        "double d",
                        "sum_t s");
        assertThat(KernelSignature.of(TEXT, "none").orElseThrow().parameters()).isEmpty();
        assertThat(KernelSignature.of(TEXT, "add")).isEmpty();
    }

    @Test
    void argumentsOfAnotherNumberOrKindAreRefused() {
        KernelSignature signature = KernelSignature.of(TEXT, "add2").orElseThrow();
        try (ComputeBackend backend = new CpuBackend(1);
                DeviceBuffer<float[]> buffer = backend.allocate(ElementType.FLOAT32, 4)) {
            KernelArgument pointer = KernelArgument.of(buffer);
            KernelArgument[] right = {
                pointer,
                pointer,
                KernelArgument.of(4),
                KernelArgument.of(4L),
                KernelArgument.of(1f),
                KernelArgument.of(1.0),
                KernelArgument.of(3)
            };
            assertThatCode(() -> signature.check(right)).doesNotThrowAnyException();
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> signature.check(pointer))
                    .withMessageContaining("takes 7 arguments")
                    .satisfies(e -> assertThat(e.fault()).isEqualTo(Fault.LAUNCH));
            for (int i = 0; i < 6; i++) {
                KernelArgument[] wrong = right.clone();
                wrong[i] = i < 2 ? KernelArgument.of(1) : i == 3 ? KernelArgument.of(4) : KernelArgument.of(9L);
                assertThatExceptionOfType(DeviceException.class)
                        .as("argument %d", i)
                        .isThrownBy(() -> signature.check(wrong))
                        .withMessageContaining("as argument");
            }
        }
    }

    @Test
    void everyShippedKernelIsDeclaredInPlainWords() throws IOException, URISyntaxException {
        Path root = Path.of(
                KernelSignature.class.getResource("/dev/amdahl/gpu/philox.cuh").toURI());
        List<Path> sources;
        try (Stream<Path> files = Files.walk(root.resolveSibling("."))) {
            sources = files.filter(file -> file.toString().endsWith(".cu")).toList();
        }
        int entries = 0;
        for (Path file : sources) {
            String text = Files.readString(file);
            Matcher entry = ENTRY.matcher(text);
            while (entry.find()) {
                entries++;
                assertThat(KernelSignature.of(text, entry.group(1)))
                        .as(entry.group(1))
                        .isPresent();
            }
        }
        assertThat(entries).isGreaterThanOrEqualTo(15);
    }
}
