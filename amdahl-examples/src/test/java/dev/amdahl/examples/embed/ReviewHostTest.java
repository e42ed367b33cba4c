package dev.amdahl.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReviewHostTest {
    @TempDir
    Path folder;

    @Test
    void thePrintedAddressLeadsToWhatWaits() throws Exception {
        WaitingWins story = new WaitingWins(2, Instant.now());
        LeverSetting batch = new LeverSetting("batch", new LeverSetting.Environment("BATCH"), "8", "16");
        story.win("embed", new ConfigChange(List.of(batch)), .8, "Larger batches", 1);
        story.write(folder.resolve("amdahl").toString(), Clock.systemUTC());
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        HttpServer server;
        try {
            server = ReviewHost.serve(folder.resolve("amdahl"), folder.resolve("keys"));
        } finally {
            System.setOut(before);
        }
        try {
            URI address = URI.create(printed.toString(StandardCharsets.UTF_8)
                    .replace("review page at ", "")
                    .strip());
            HttpClient browser = HttpClient.newBuilder()
                    .cookieHandler(new CookieManager())
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
            HttpResponse<String> page =
                    browser.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(page.uri().toString()).endsWith("/amdahl/");
            assertThat(page.body()).contains("1 change waits for your answer", "batch: 8 -&gt; 16");
        } finally {
            server.stop(0);
            ((ExecutorService) server.getExecutor()).shutdownNow();
        }
    }
}
