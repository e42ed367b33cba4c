package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the largest recorded trace takes: 54 MB of text, for which HTA takes 320 MB. */
final class HtaMemoryTest {
    @Test
    void aLargeTraceIsAnalysedIn32MegabytesOfHeap() throws IOException, InterruptedException {
        Path trace = Requires.data("traces").resolve("kineto/ddp_rank1_large.json.gz");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Child.class.getName(),
                        trace.toString())
                .redirectErrorStream(true)
                .start();
        String shown = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(shown).isZero();
        assertThat(shown).contains("\"idle_time(us)\":643612.0");
    }

    /** Shows the temporal breakdown. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) {
            HtaReport report = HtaCompat.read(List.of(Path.of(arguments[0])), ProfileLimits.DEFAULT, false);
            System.out.print(report.json().get("temporal_breakdown"));
        }
    }
}
