package dev.amdahl.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.contract.SchedulerContract;
import dev.amdahl.spi.experiment.Scheduler;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

final class QueueSchedulerTest extends SchedulerContract {
    private final List<JobQueue> opened = new ArrayList<>();

    @Override
    protected Scheduler open(Path place) {
        Requires.program("setsid");
        Clock clock = Clock.systemUTC();
        JobQueue queue = new JobQueue(place, 2, clock);
        opened.add(queue);
        return new QueueScheduler(queue, place, clock);
    }

    /** Before their folder is removed. */
    @AfterEach
    void everyRunEnds() {
        assertThat(opened).isNotEmpty();
        for (JobQueue queue : opened) {
            queue.jobs().forEach(job -> queue.cancel(job.id()));
        }
    }
}
