package dev.amdahl.examples.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a trace in a real browser. */
final class TracePageBrowserTest {
    private static final int KERNEL = 0x0072B2;
    private static final int INPUT_WAIT = 0xE69F00;
    private static final String TRACE = """
            {"schemaVersion": 1, "traceEvents": [
             {"ph": "X", "cat": "kernel", "name": "gemm</script><b>", "pid": 0, "tid": 7, "ts": 100, "dur": 400, "args": {"device": 0, "stream": 7}},
             {"ph": "X", "cat": "kernel", "name": "late", "pid": 0, "tid": 7, "ts": 900, "dur": 100, "args": {"device": 0, "stream": 7}},
             {"ph": "X", "cat": "cpu_op", "name": "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "pid": 9, "tid": 9, "ts": 500, "dur": 400}
            ]}
            """;

    @TempDir
    private Path folder;

    private Path browser = Path.of("");

    @BeforeEach
    void writePage() throws IOException {
        browser = Requires.program("chromium");
        Path trace = Files.writeString(folder.resolve("t.json"), TRACE);
        assertThat(Cli.here("trace", trace.toString(), "--html", page().toString())
                        .code())
                .isZero();
    }

    @Test
    void lanesTablesAndLegendAreDrawn() throws Exception {
        Path shot = folder.resolve("t.png");
        String dom = browse(page().toUri().toString(), "--dump-dom");
        browse(page().toUri().toString(), "--window-size=1200,900", "--screenshot=" + shot);

        assertThat(dom).contains("data-rows=").contains("compute kernel").contains("waits for input");
        assertThat(dom).as("a row leads to its place").contains("<button>late</button>");
        assertThat(dom).contains("INPUT_STARVATION").contains("shown: 0 ns to 900.00 us");
        BufferedImage image = ImageIO.read(shot.toFile());
        assertThat(pixels(image, KERNEL)).isGreaterThan(1_000);
        assertThat(pixels(image, INPUT_WAIT)).isGreaterThan(1_000);
    }

    @Test
    void anAddressOpensAWindow() throws Exception {
        String dom = browse(page().toUri() + "#t=0,300000", "--dump-dom");

        assertThat(dom).contains("shown: 0 ns to 300.00 us");
    }

    private Path page() {
        return folder.resolve("t.html");
    }

    private String browse(String address, String... options) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        List<String> command = new ArrayList<>(List.of(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--user-data-dir=" + folder.resolve("profile")));
        command.addAll(List.of(options));
        command.add(address);
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("the browser ended")
                    .isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(out);
    }

    private static int pixels(BufferedImage image, int colour) {
        int count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                count += (image.getRGB(x, y) & 0xFFFFFF) == colour ? 1 : 0;
            }
        }
        return count;
    }
}
