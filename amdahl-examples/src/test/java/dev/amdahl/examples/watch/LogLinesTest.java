package dev.amdahl.examples.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.anomaly.AnomalyDetector;
import dev.amdahl.core.internal.anomaly.WatchPolicy;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.job.Anomaly;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LogLinesTest {
    @Test
    void aKeyWhoseLinesLookLikeFailuresIsNotShown() {
        List<Anomaly> found = new ArrayList<>();
        AnomalyDetector watcher = new AnomalyDetector(WatchPolicy.DEFAULT, found::add);
        String body = "KeyError: " + "MIIEpAIBAAKCAQEA7bq0c5".repeat(3) + "\n";
        String log = "step 1 loss 2.5\nKeyStore: -----BEGIN RSA PRIVATE KEY-----\n" + body.repeat(3)
                + "KeyStore: -----END RSA PRIVATE KEY-----\nstep 2 loss 2.4\n";

        new LogLines(new Feed(watcher, "host", "job"))
                .read(TextLines.of(Path.of("job.log"), new ByteArrayInputStream(log.getBytes(UTF_8))));

        assertThat(found)
                .isNotEmpty()
                .extracting(Anomaly::toString)
                .anyMatch(text -> text.contains("[redacted private key]"))
                .noneMatch(text -> text.contains("MIIE"));
    }
}
