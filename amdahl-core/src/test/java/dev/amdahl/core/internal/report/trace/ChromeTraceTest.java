package dev.amdahl.core.internal.report.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.job.Activity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChromeTraceTest {
    @Test
    void lanesAndStripsBecomeTracks() throws IOException {
        Strip strip = new Strip("why idle");
        strip.add(400, 600, Shade.of(Activity.SYNC), "sync drain");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        ChromeTrace.write(LaneFixture.timeline(), List.of(strip), out);

        JsonNode events = new ObjectMapper().readTree(out.toByteArray()).at("/traceEvents");
        assertThat(events)
                .filteredOn(event -> event.at("/ph").asText().equals("X"))
                .extracting(event ->
                        event.at("/cat").asText() + " " + event.at("/ts").asText())
                .containsExactly("amdahl 0.4", "kernel 0.0", "kernel 0.6", "cpu_op 0.0", "cpu_op 0.6");
        assertThat(out.toString(java.nio.charset.StandardCharsets.UTF_8)).contains("\"ts\":0.400", "\"dur\":0.200");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "1, 0.001",
        "999, 0.999",
        "1000, 1.000",
        "1790000000123456789, 1790000000123456.789",
        "-1500, -1.500"
    })
    void nanosecondsAreKeptAsDecimals(long nanos, String micros) {
        assertThat(ChromeTrace.micros(nanos)).isEqualTo(micros);
    }
}
