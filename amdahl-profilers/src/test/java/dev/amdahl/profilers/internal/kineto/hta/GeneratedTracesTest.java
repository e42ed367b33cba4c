package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Dense traces in which many times tie and rounding makes many durations negative, against what HTA (f4d0062c, pandas 2.2.3, NumPy
 * 1.24.4) said of the very same files. Events of one moment change places in HTA as NumPy's unstable sort moves them, which is not
 * reproduced: what does not depend on their order is equal, and the rest is near.
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
    void figuresAreThoseOfHtaButForTheOrderOfTies(int seed, String expected) {
        double[] hta = Stream.of(expected.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
        JsonNode json = trace(seed).read(directory).json();
        List<Double> figures = new ArrayList<>();
        json.get("temporal_breakdown").get(0).forEach(value -> figures.add(value.asDouble()));
        json.at("/idle_time_breakdown/rows")
                .forEach(row -> figures.add(row.get("idle_time").asDouble()));
        json.get("queue_length_summary").forEach(row -> {
            figures.add(row.get("mean").asDouble());
            figures.add(row.get("std").asDouble());
        });
        figures.add(json.at("/comm_comp_overlap/0/comp_comm_overlap_pctg").asDouble());

        assertThat(figures).hasSize(hta.length);
        assertThat(figures.get(4)).as("from the first start to the last end").isEqualTo(hta[4]);
        for (int stream = 8; stream < 14; stream += 3) {
            assertThat(figures.get(stream) + figures.get(stream + 1) + figures.get(stream + 2))
                    .as("all gaps of a stream")
                    .isEqualTo(hta[stream] + hta[stream + 1] + hta[stream + 2]);
        }
        for (int i = 0; i < hta.length; i++) {
            double room = i < 5 ? 4 : i >= 8 && i < 14 ? 15 : i < 18 && i >= 14 ? .25 : 1.5;
            assertThat(figures.get(i)).as("figure %d", i).isCloseTo(hta[i], within(room));
        }
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
