package dev.amdahl.gpu.internal.jcuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElfRelabellingTest {
    @TempDir
    private Path folder;

    private static byte[] original(String name) throws IOException {
        return CudaNatives.resource("/lib/lib" + name + "-12.6.0-linux-x86_64.so")
                .orElseThrow();
    }

    @Test
    void theLoaderSeesTheOtherLibraryAndItsVersions() throws IOException, InterruptedException {
        assertThat(seen("JCublas2", 12)).contains("[libcublas.so.12]").doesNotContain("libcublas.so.13");
        assertThat(seen("JCublas2", 13))
                .contains("Shared library: [libcublas.so.13]")
                .containsPattern("Name: libcublas\\.so\\.13 ")
                .doesNotContain("libcublas.so.12");
        assertThat(seen("JNvrtc", 13))
                .contains("Shared library: [libnvrtc.so.13]")
                .containsPattern("Name: libnvrtc\\.so\\.13 ")
                .doesNotContain("libnvrtc.so.12");
    }

    private String seen(String name, int major) throws IOException, InterruptedException {
        Path file = folder.resolve(name + major);
        Files.write(file, CudaNatives.fitting(original(name), major));
        Process readelf = new ProcessBuilder(Requires.program("readelf").toString(), "-W", "-d", "-V", file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(readelf.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(readelf.waitFor()).isZero();
        return output;
    }

    @Test
    void onlyTheNameAndItsHashChange() throws IOException {
        byte[] before = original("JCublas2");
        byte[] after = CudaNatives.fitting(before, 13);

        int changed = 0;
        for (int i = 0; i < before.length; i++) {
            changed += before[i] == after[i] ? 0 : 1;
        }
        assertThat(after).hasSameSizeAs(before);
        assertThat(changed).isBetween(2, 8);
    }

    @Test
    void aLibraryThatNeedsNoneOfThemStaysAsItIs() throws IOException {
        byte[] driver = original("JCudaDriver");
        assertThat(Arrays.equals(CudaNatives.fitting(driver, 13), driver)).isTrue();
    }

    @Test
    void whatIsNoLibraryOrIsCutIsRefused() throws IOException {
        byte[] whole = original("JNvrtc");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CudaNatives.fitting(new byte[100], 13))
                .withMessageContaining("ELF");
        for (int length : new int[] {0, 3, 10, 70, whole.length / 2}) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatIllegalArgumentException().isThrownBy(() -> CudaNatives.fitting(cut, 13));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ElfRelabelling.relabelled(whole, "libnvrtc.so.12", "libnvrtc.so.9"));
    }
}
