package dev.amdahl.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.FleetSourceContract;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QueueFleetSourceTest extends FleetSourceContract {
    @TempDir
    Path folder;

    private final Instant before = Clock.systemUTC().instant().minusSeconds(1);
    private JobQueue queue;

    @BeforeEach
    void oneJobHasEndedAndOneTrialToo() throws IOException {
        Requires.program("setsid");
        queue = new JobQueue(folder, 2, Clock.systemUTC());
        Path script = Files.writeString(folder.resolve("job.sh"), "exit 3\n");
        queue.enqueue("sum-1", "nightly-sum", "ada", 2, script);
        queue.enqueue("trial", "nightly-sum", QueueScheduler.OWNER, 2, script);
        Instant deadline = Clock.systemUTC().instant().plusSeconds(120);
        while (Stream.of("sum-1", "trial").anyMatch(id -> queue.find(id).orElseThrow() != JobQueue.State.ENDED)) {
            assertThat(Clock.systemUTC().instant()).isBefore(deadline);
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            queue.tick();
        }
    }

    @Override
    protected FleetSource source() {
        return new QueueFleetSource(queue, "h200");
    }

    @Override
    protected Instant from() {
        return before;
    }

    @Override
    protected Instant to() {
        return Clock.systemUTC().instant().plusSeconds(1);
    }

    @Test
    void trialsAreLeftOutAndNobodyClaimsToKnowTheUtilisation() {
        assertThat(source().jobs(from(), to())).singleElement().satisfies(job -> {
            assertThat(job.id()).isEqualTo("sum-1");
            assertThat(job.accelerators().count()).isEqualTo(2);
            assertThat(job.utilisation()).isEmpty();
            assertThat(job.held()).isPresent();
        });
        assertThat(source().jobs(from(), to()).map(FleetJob::owner)).containsExactly("ada");
    }
}
