package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Dense traces in which many times tie and rounding makes many durations negative, against what HTA (f4d0062c, pandas 2.2.3, NumPy
 * 1.24.4) said of the very same files.
 */
final class GeneratedTracesTest {
    private static final String[] NAMES = {"gemm", "add", "ncclDevKernel_AllReduce", "Memcpy HtoD (a)", "gridSync"};

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "1, 0.0 247.0 32.0 36.0 315.0 78.41 10.16 11.43 109.0 159.0 0.0 119.0 166.0"
                + " 0.0 4.13768115942029 2.3403537975269137 4.433333333333334 2.7402460739614787 12.5",
        "2, 0.0 298.0 58.0 51.0 407.0 73.22 14.25 12.53 89.0 238.0 0.0 89.0 262.0 0.0"
                + " 3.9423076923076925 1.8537176281636578 3.7395833333333335 1.776783326065279 29.17",
        "3, 0.0 238.0 37.0 41.0 316.0 75.32 11.71 12.97 69.0 204.0 0.0 100.0 166.0"
                + " 0.0 3.9556962025316458 1.9132289600609909 3.5416666666666665 1.789147548708309 16.67",
        "4, 0.0 318.0 37.0 66.0 421.0 75.53 8.79 15.68 132.0 230.0 0.0 61.0 281.0 0.0"
                + " 4.781818181818182 2.2850789308502795 3.2666666666666666 1.5556708301705653 16.67"
    })
    void everyFigureIsThatOfHta(int seed, String expected) {
        JsonNode json = trace(seed).read(directory).json();
        StringBuilder figures = new StringBuilder();
        json.get("temporal_breakdown")
                .get(0)
                .forEach(value -> figures.append(value.asDouble()).append(' '));
        json.at("/idle_time_breakdown/rows")
                .forEach(row -> figures.append(row.get("idle_time").asDouble()).append(' '));
        json.get("queue_length_summary")
                .forEach(row -> figures.append(row.get("mean").asDouble())
                        .append(' ')
                        .append(row.get("std").asDouble())
                        .append(' '));
        figures.append(json.at("/comm_comp_overlap/0/comp_comm_overlap_pctg").asDouble());
        assertThat(figures).hasToString(expected);
    }

    /** Two hundred launches within 400 us, each of one piece of work; an odd seed has two steps. */
    private static HtaTrace trace(int seed) {
        Random random = new Random(seed);
        HtaTrace trace = HtaTrace.begun();
        if (seed % 2 == 1) {
            trace.step(1, "1000.5", "300").step(2, "1300.5", "200");
        }
        for (int i = 1; i <= 200; i++) {
            int at = 1000 + random.nextInt(400);
            String decimals = "." + (100 + random.nextInt(900));
            trace.call("cudaLaunchKernel", at + decimals, "0." + (100 + random.nextInt(900)), i);
            trace.kernel(
                    NAMES[random.nextInt(NAMES.length)],
                    7 + 13 * random.nextInt(2),
                    at + random.nextInt(30) + "." + (100 + random.nextInt(900)),
                    random.nextInt(3) + "." + (100 + random.nextInt(900)),
                    i);
        }
        return trace;
    }
}
