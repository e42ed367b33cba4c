package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person saved of sacct by hand. */
final class SavedAccountingTest {
    private static final String HEAD = "JobID|JobName|User|State|Start|End|Submit|AllocTRES|Elapsed\n";
    private static final String JOB =
            "12|train|bob|COMPLETED|2026-11-01T00:00:00|2026-11-01T02:00:00|2026-10-31T23:00:00|"
                    + "billing=8,cpu=8,gres/gpu:h100=4,node=1|02:00:00\n";

    @TempDir
    private Path folder;

    @Test
    void aHeadSaysWhereFieldsStand() throws Exception {
        List<FleetJob> jobs =
                jobs(HEAD + JOB + "12.batch|batch||COMPLETED|2026-11-01T00:00:00|2026-11-01T02:00:00|||02:00:00\n");

        assertThat(jobs).singleElement().satisfies(job -> {
            assertThat(job.family()).isEqualTo("train");
            assertThat(job.owner()).isEqualTo("bob");
            assertThat(job.accelerators()).isEqualTo(new Accelerators("h100", 4));
            assertThat(job.queued()).contains(Duration.ofHours(1));
        });
    }

    @Test
    void aMissingFieldAndABrokenLineAreSaidWithTheirPlace() {
        assertThatThrownBy(() -> jobs("JobID|JobName|State|Start|End\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sacct.txt:1", "no field AllocTRES", "--format=JobID,");
        assertThatThrownBy(() -> jobs(HEAD + JOB + "13|a|b|c|bob|COMPLETED|||||\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sacct.txt:3", "a name may hold a bar");
        assertThatThrownBy(() -> jobs(HEAD + JOB.replace("2026-11-01T02", "yesterday")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sacct.txt:2", "is not a time");
    }

    private List<FleetJob> jobs(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("sacct.txt"), text);
        SlurmContext context = new SlurmContext(folder, Map.of("file", file.toString()), Clock.systemUTC());
        try (Stream<FleetJob> jobs = new SlurmFleetSourceFactory()
                .create(context)
                .jobs(Instant.EPOCH, Instant.parse("2099-01-01T00:00:00Z"))) {
            return jobs.toList();
        }
    }
}
