package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract of {@link FleetSource} as a test suite. Extend it and supply a source that knows jobs in a period. */
public abstract class FleetSourceContract {

    /** Returns the source under test. */
    protected abstract FleetSource source();

    /** Start of a period in which the source knows at least one job that ended. */
    protected abstract Instant from();

    /** End of that period, exclusive. */
    protected abstract Instant to();

    @Test
    void jobsOfThePeriodAreComplete() {
        assertThat(jobs(from(), to())).isNotEmpty().allSatisfy(job -> {
            assertThat(job.id()).isNotBlank();
            assertThat(job.family()).isNotBlank();
            assertThat(job.since()).isBefore(to());
            job.started().ifPresent(started -> assertThat(started).isAfterOrEqualTo(job.since()));
            job.ended().ifPresent(ended -> assertThat(ended).isAfterOrEqualTo(from()));
        });
    }

    @Test
    void aJobIsGivenOnce() {
        assertThat(jobs(from(), to())).extracting(FleetJob::id).doesNotHaveDuplicates();
    }

    @Test
    void jobsSubmittedLaterAreLeftOut() {
        Instant first = jobs(from(), to()).stream()
                .map(FleetJob::since)
                .min(Instant::compareTo)
                .orElseThrow();

        assertThat(jobs(first.minus(Duration.ofDays(1)), first))
                .noneMatch(job -> !job.since().isBefore(first));
    }

    @Test
    void jobsThatHadEndedAreLeftOut() {
        Instant later = to().plus(Duration.ofDays(36_500));

        assertThat(jobs(later, later.plusSeconds(1)))
                .allMatch(job -> job.ended().isEmpty());
    }

    @Test
    void askingTwiceGivesTheSame() {
        assertThat(jobs(from(), to())).isEqualTo(jobs(from(), to()));
    }

    private List<FleetJob> jobs(Instant from, Instant to) {
        try (Stream<FleetJob> jobs = source().jobs(from, to)) {
            return jobs.toList();
        }
    }
}
