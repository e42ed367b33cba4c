package dev.amdahl.core.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.FleetSourceContract;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;
import dev.amdahl.spi.job.Utilization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileFleetSourceTest extends FleetSourceContract {
    private static final String CSV = """
            id,family,owner,accelerator_type,accelerators,submitted,started,ended,utilisation,idle,low,high,rack
            1,train,ann,h200,8,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,2026-01-01T05:00:00Z,0.4,,,,r7
            2,"eval, nightly",,,,2026-01-02T00:00:00Z,2026-01-02T01:00:00Z,,,0.5,0.25,0.25,
            3,train,ann,h200,8,2026-01-03T00:00:00Z,,,,,,,
            """;
    private static final String JSON_LINES = """
            {"id": "1", "family": "train", "owner": "ann", "accelerator_type": "h200", "accelerators": 8, "submitted": "2026-01-01T00:00:00Z", "started": "2026-01-01T01:00:00Z", "ended": "2026-01-01T05:00:00Z", "utilisation": 0.4, "rack": "r7"}

            {"id": "2", "family": "eval, nightly", "submitted": "2026-01-02T00:00:00Z", "started": "2026-01-02T01:00:00Z", "ended": null, "idle": 0.5, "low": 0.25, "high": 0.25}
            {"id": "3", "family": "train", "owner": "ann", "accelerator_type": "h200", "accelerators": 8, "submitted": "2026-01-03T00:00:00Z"}
            """;

    @TempDir
    Path folder;

    private Path csv = Path.of("");

    @BeforeEach
    void writeFile() throws IOException {
        csv = Files.writeString(folder.resolve("fleet.csv"), CSV);
    }

    @Override
    protected FleetSource source() {
        return new FileFleetSource(csv);
    }

    @Override
    protected Instant from() {
        return Instant.parse("2026-01-01T00:00:00Z");
    }

    @Override
    protected Instant to() {
        return Instant.parse("2026-02-01T00:00:00Z");
    }

    @Test
    void everyFieldOfARowIsRead() {
        FleetJob job = jobs(csv).get(0);

        assertThat(job.owner()).isEqualTo("ann");
        assertThat(job.accelerators().type()).isEqualTo("h200");
        assertThat(job.accelerators().count()).isEqualTo(8);
        assertThat(job.held().orElseThrow()).hasHours(4);
        assertThat(job.queued().orElseThrow()).hasHours(1);
        assertThat(job.utilisation().orElseThrow().wasted()).isEqualTo(.6);
        assertThat(job.labels()).containsOnlyKeys("rack");
    }

    @Test
    void whatIsMissingIsEmptyAndNotZero() {
        assertThat(jobs(csv).get(1).utilisation()).contains(new Utilization(.5, .25, .25, .5));
        assertThat(jobs(csv).get(2).utilisation()).isEmpty();
        assertThat(jobs(csv).get(2).started()).isEmpty();
    }

    @Test
    void bothFormatsSayTheSame() throws IOException {
        Path lines = Files.writeString(folder.resolve("fleet.jsonl"), JSON_LINES);

        assertThat(jobs(lines)).hasSize(3).isEqualTo(jobs(csv));
    }

    @Test
    void onlyRunsOfThePeriodAreGiven() {
        Instant secondDay = Instant.parse("2026-01-02T00:00:00Z");

        try (Stream<FleetJob> jobs = source().jobs(secondDay, Instant.parse("2026-01-02T12:00:00Z"))) {
            assertThat(jobs).extracting(FleetJob::id).containsExactly("2");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "9,f,,,zero,2026-01-01T00:00:00Z,,,,,,, | 'accelerators' is 'zero'",
                "9,f,,,1.5,2026-01-01T00:00:00Z,,,,,,, | 'accelerators' is 1.5",
                "9,f,,,-1,2026-01-01T00:00:00Z,,,,,,, | 'accelerators' is -1",
                "9,f,,,1,yesterday,,,,,,, | 'submitted' is 'yesterday'",
                "9,f,,,1,,,,,,,, | 'submitted' is missing",
                "9,,,,1,2026-01-01T00:00:00Z,,,,,,, | 'family' is missing",
                "9,f,,,1,2026-01-01T00:00:00Z,2025-01-01T00:00:00Z,,,,,, | 'started' 2025-01-01T00:00:00Z is before",
                "9,f,,,1,2026-01-01T00:00:00Z,,,1.5,,,, | utilisation: shares must be",
                "9,f,,,1,2026-01-01T00:00:00Z,,,NaN,,,, | 'utilisation' is 'NaN'",
                "9,f,,,1,2026-01-01T00:00:00Z,,,,.5,.1,.1, | utilisation: shares must",
                "1,f,,,1,2026-01-01T00:00:00Z,,,,,,, | the id '1' occurs twice"
            })
    void aBadRowIsNamedByFileAndLine(String row, String problem) throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.csv"), CSV + row + "\n");

        assertThatThrownBy(() -> jobs(bad))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        error -> assertThat(error.category()).isEqualTo(ErrorCategory.USER))
                .hasMessageContaining(problem.contains("twice") ? "bad.csv" : "bad.csv:5:")
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"id\": | not JSON",
                "[1, 2] | not a JSON object",
                "{} {} | not JSON",
                "{\"id\": \"1\", \"family\": \"f\"} | 'submitted' is missing"
            })
    void aBadLineIsNamedByFileAndLine(String line, String problem) throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.ndjson"), "\n" + line + "\n");

        assertThatThrownBy(() -> jobs(bad))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("bad.ndjson:2:")
                .hasMessageContaining(problem);
    }

    @Test
    void unreadableFilesAreInputErrors() throws IOException {
        Path latin = Files.write(folder.resolve("latin.csv"), new byte[] {'i', 'd', '\n', (byte) 0xe9, '\n'});
        Path binary = Files.write(folder.resolve("latin.jsonl"), new byte[] {(byte) 0xe9, (byte) 0xff, '\n'});

        assertThatThrownBy(() -> jobs(folder.resolve("none.csv")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("none.csv");
        assertThatThrownBy(() -> jobs(folder.resolve("fleet.xlsx")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(".csv, .jsonl");
        assertThatThrownBy(() -> jobs(latin)).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> jobs(binary)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void theServiceLoaderFindsIt() {
        assertThat(ServiceLoader.load(FleetSourceFactory.class))
                .extracting(FleetSourceFactory::name)
                .contains("file");
    }

    private List<FleetJob> jobs(Path file) {
        try (Stream<FleetJob> jobs = new FileFleetSource(file).jobs(from(), to())) {
            return jobs.toList();
        }
    }
}
