package dev.amdahl.core.internal.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Anomaly.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FindingsFileTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final String LINE =
            "{\"kind\": \"HELD_IDLE\", \"family\": \"eval\", \"since\": \"2026-11-22T11:00:00Z\", "
                    + "\"seen\": \"2026-11-22T12:00:00Z\", \"before\": null, \"what\": \"x\"}";

    @TempDir
    private Path folder;

    private FindingsFile file(String text) throws IOException {
        return new FindingsFile(Files.writeString(folder.resolve("findings.jsonl"), text));
    }

    @Test
    void linesAndDocumentsAreRead() throws IOException {
        String other = LINE.replace("eval", "").replace("HELD_IDLE", "HANG");
        String throttled = LINE.replace("eval", "train").replace("HELD_IDLE", "THROTTLED");
        for (String text : new String[] {
            LINE + "\n" + other + "\n" + throttled + "\n{\"kind\": \"HE",
            "{\"findings\": [" + LINE + ", " + other + ", " + throttled + "]}"
        }) {
            assertThat(file(text).anomalies(NOON)).containsOnlyKeys("eval", "train");
            assertThat(file(text).anomalies(NOON).get("train"))
                    .singleElement()
                    .matches(found -> found.kind() == Kind.THROTTLED
                            && Double.isNaN(found.change().before()));
            assertThat(file(text).anomalies(NOON.plusSeconds(1))).isEmpty();
        }
    }

    @Test
    void whatIsNotYetThereHoldsNone() {
        assertThat(new FindingsFile(folder.resolve("none")).anomalies(NOON)).isEmpty();
    }

    @Test
    void anotherFileIsRefused() throws IOException {
        for (String text :
                new String[] {"hello", "{\"kind\": \"MOOD\"}", "{\"kind\": \"HANG\", \"since\": \"noon\"}"}) {
            FindingsFile file = file(text);
            assertThatThrownBy(() -> file.anomalies(NOON))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("findings.jsonl");
        }
    }
}
