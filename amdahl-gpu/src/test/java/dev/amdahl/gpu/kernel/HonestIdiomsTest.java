package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.Nvcc;
import dev.amdahl.gpu.RequiresNvrtc;
import dev.amdahl.gpu.internal.jcuda.EmulatedCuda;
import dev.amdahl.gpu.internal.jcuda.Nvrtc;
import dev.amdahl.gpu.internal.kernel.scan.HackReport;
import dev.amdahl.gpu.internal.kernel.scan.SourceScan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What honest kernels are full of accuses nobody, and nearly all of it can be judged. */
class HonestIdiomsTest {
    private static final Pattern ENTRY = Pattern.compile("void\\s+(?:__launch_bounds__\\(.*?\\)\\s+)?(k\\d\\d)\\(");

    private record Idiom(String name, boolean isKept, boolean isOfDevice, String text) {
        static Idiom of(String section) {
            String head = section.lines().findFirst().orElseThrow();
            return new Idiom(
                    head.substring(head.indexOf(':') + 2),
                    head.startsWith("kept"),
                    head.startsWith("kept device"),
                    section.substring(head.length() + 1));
        }

        String entry() {
            Matcher entry = ENTRY.matcher(text);
            assertThat(entry.find()).as(name).isTrue();
            return entry.group(1);
        }
    }

    private static List<Idiom> idioms() throws IOException {
        try (InputStream in = HonestIdiomsTest.class.getResourceAsStream("zoo/idioms.cu")) {
            String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(all.split("(?m)^//# ", -1))
                    .filter(section -> !section.isBlank())
                    .map(Idiom::of)
                    .toList();
        }
    }

    private static List<Idiom> kept() throws IOException {
        return idioms().stream().filter(Idiom::isKept).toList();
    }

    @Test
    void noneIsAccusedAndNearlyAllAreKept() throws IOException {
        assertThat(idioms()).hasSize(36);
        assertThat(kept()).hasSize(32);
        for (Idiom idiom : idioms()) {
            Optional<HackReport> report = SourceScan.complaint(idiom.text);
            assertThat(report.flatMap(HackReport::hack))
                    .as(idiom + ": " + report)
                    .isEmpty();
            assertThat(report.isEmpty()).as(idiom + ": " + report).isEqualTo(idiom.isKept);
        }
    }

    @RequiresNvrtc
    @Test
    void theKeptCompileOnADevicesCompiler() throws IOException {
        for (Idiom idiom : kept()) {
            if (idiom.isOfDevice && lacksHeaders(idiom)) {
                continue;
            }
            assertThat(Nvrtc.compile(KernelSource.of(idiom.entry(), idiom.text, idiom.entry()), "sm_90"))
                    .as(idiom.name)
                    .startsWith(0x7f, 'E', 'L', 'F');
        }
    }

    /** The compiler's wheel comes without some headers, which is said of the machine and not of the kernel. */
    private static boolean lacksHeaders(Idiom idiom) {
        try {
            Nvrtc.compile(KernelSource.of(idiom.entry(), idiom.text, idiom.entry()), "sm_90");
            return false;
        } catch (DeviceException missing) {
            assertThat(missing.remedy()).as(missing.toString()).isPresent();
            assertThat(missing).hasMessageContaining("CUDA's header").hasMessageContaining("install");
            return true;
        }
    }

    /** One text, as the compiler takes seconds to begin. */
    @Test
    void theKeptCompileOnTheToolkitsCompiler(@TempDir Path folder) throws IOException, InterruptedException {
        Nvcc.compile(folder, List.of(kept().stream().map(Idiom::text).collect(Collectors.joining())), "90");
    }

    @Tag("soak")
    @Test
    void whatNeedsNoDeviceCompilesWhereOneIsEmulated() throws IOException {
        String text = kept().stream()
                .filter(idiom -> !idiom.isOfDevice)
                .map(Idiom::text)
                .collect(Collectors.joining());
        try (ComputeBackend backend = EmulatedCuda.open();
                Kernel kernel = backend.compile(KernelSource.of("idioms", text, "k01"))) {
            assertThat(kernel).isNotNull();
        }
    }
}
