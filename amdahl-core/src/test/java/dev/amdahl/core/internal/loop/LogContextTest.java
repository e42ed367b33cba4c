package dev.amdahl.core.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.loop.BareHost;
import dev.amdahl.core.loop.CapturingLogs;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A whole loop in a process of its own: without the jars that are optional, over a backend that shows the log context. */
class LogContextTest {
    private static final String OPTIONAL = ".*(micrometer|opentelemetry|postgresql).*";

    @Test
    void everyLineSaysWhatItIsAboutAndTheHostKeepsItsOwnKeys() throws Exception {
        List<String> lines = runBare();

        List<String> host =
                lines.stream().filter(line -> line.startsWith("host|")).toList();
        assertThat(host)
                .filteredOn(line -> line.endsWith("between") || line.endsWith("over"))
                .hasSizeGreaterThan(5)
                .allMatch(line -> line.startsWith("host|{cycle_id=the host's, tenant=blue}|"));
        assertThat(host)
                .filteredOn(line -> line.contains("|arm "))
                .hasSizeGreaterThan(8)
                .allMatch(line ->
                        line.matches("host\\|\\{cycle_id=\\d+, (hypothesis_id=[^,]+, )?run_id=\\w+, tenant=blue}.*"));
        assertThat(host)
                .filteredOn(line -> line.contains("|collected TRIAL "))
                .hasSizeGreaterThanOrEqualTo(2)
                .allMatch(line -> line.contains("hypothesis_id=")
                        && line.contains("run_id=" + line.substring(line.lastIndexOf(' ') + 1)));
        assertThat(lines)
                .filteredOn(line -> line.contains("|REFUTED nightly: "))
                .singleElement()
                .asString()
                .startsWith("dev.amdahl.core.AmdahlLoop|{cycle_id=")
                .contains("hypothesis_id=");
        assertThat(lines)
                .filteredOn(
                        line -> line.contains("|IN_REVIEW nightly: workers: 1 -> 4: a win, which waits for a person"))
                .singleElement()
                .asString()
                .startsWith("dev.amdahl.core.AmdahlLoop|{cycle_id=")
                .contains("hypothesis_id=");
        assertThat(lines)
                .filteredOn(line -> line.contains("|cycle ") && line.contains(" ended in "))
                .hasSizeGreaterThan(5)
                .allMatch(line -> !line.contains("hypothesis_id") && !line.contains("run_id"));
    }

    private static List<String> runBare() throws Exception {
        String tested = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> all = List.of(tested.split(File.pathSeparator));
        String bare =
                all.stream().filter(entry -> !entry.matches(OPTIONAL)).collect(Collectors.joining(File.pathSeparator));
        assertThat(all.size() - bare.split(File.pathSeparator).length).isGreaterThan(3);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dslf4j.provider=" + CapturingLogs.class.getName(),
                        "-cp",
                        bare,
                        BareHost.class.getName())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return Arrays.asList(out.split("\n"));
    }
}
