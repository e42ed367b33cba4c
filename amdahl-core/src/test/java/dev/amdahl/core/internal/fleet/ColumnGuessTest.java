package dev.amdahl.core.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FleetSums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ColumnGuessTest {
    private static final Instant FAR = Instant.parse("2099-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {",", "\t", "|", ";"})
    void aTableWithNamesOfItsOwnIsReadAndWhatWasGuessedIsSaid(String separator) throws Exception {
        FleetSums sums = sums("""
                        job_id,name,start,end,gpus,gpu_util
                        1,train,2026-11-01T00:00:00,2026-11-01T02:00:00,4,35
                        2,train,2026-11-02T00:00:00,2026-11-02T02:00:00,4,0.9
                        """.replace(",", separator));

        assertThat(sums.totals().heldHours()).isEqualTo(16);
        assertThat(sums.totals().wastedHours()).isEqualTo(8 * .65 + 8 * .991);
        assertThat(sums.notes())
                .anySatisfy(note -> assertThat(note)
                        .contains("family=name", "accelerators=gpus", "utilisation=gpu_util", "unit=percent"))
                .anySatisfy(note -> assertThat(note).contains("1 of the first 2 values of gpu_util"));
    }

    @Test
    void millisecondsAreSeenByTheirSize() throws Exception {
        FleetSums sums = sums("""
                jobName,startTime,endTime
                train,1767225600000,1767232800000
                """);

        assertThat(sums.totals().heldHours()).isEqualTo(2);
    }

    @Test
    void whatMayBeTwoThingsIsAsked() throws Exception {
        assertThatThrownBy(() -> sums("name,start,end,gpus,gpu_count\na,2026-01-01,2026-01-02,1,1\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("gpus and gpu_count may both be 'accelerators'")
                .hasMessageContaining("--columns accelerators=");
    }

    @Test
    void namesOfTheFieldsAreNotGuessed() throws Exception {
        FleetSums sums = sums("""
                family,name,submitted,started,ended
                train,x,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z
                """);

        assertThat(sums.notes()).noneMatch(note -> note.contains("guessed"));
    }

    private FleetSums sums(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("runs.csv"), text);
        return new FileFleetSource(file).sums(Instant.EPOCH, FAR, FAR, 10);
    }
}
