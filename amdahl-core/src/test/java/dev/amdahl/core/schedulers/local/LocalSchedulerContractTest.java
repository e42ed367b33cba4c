package dev.amdahl.core.schedulers.local;

import dev.amdahl.spi.contract.SchedulerContract;
import dev.amdahl.spi.experiment.Scheduler;
import java.nio.file.Path;
import java.time.Clock;

final class LocalSchedulerContractTest extends SchedulerContract {
    @Override
    protected Scheduler open(Path place) {
        return new LocalScheduler(new LocalSettings(
                place.resolve("root"),
                place.resolve("slots"),
                2,
                1,
                new Devices(java.util.List.of()),
                false,
                Clock.systemUTC()));
    }
}
