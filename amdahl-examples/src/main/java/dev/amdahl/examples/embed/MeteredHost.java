package dev.amdahl.examples.embed;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.loop.MicrometerListener;
import dev.amdahl.core.loop.OpenTelemetryListener;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import java.nio.file.Path;
import java.util.List;

/** One cycle with metrics and spans; prints the metrics. */
public final class MeteredHost {
    private MeteredHost() {}

    public static void main(String[] args) {
        Path folder = Path.of(args.length > 0 ? args[0] : ".");
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Ledger ledger = Ledger.open(folder.resolve("amdahl").toString())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(NightlySum.job()))
                    .scheduler(LocalScheduler.at(folder.resolve("trials")))
                    .listener(new MicrometerListener(registry))
                    .listener(new OpenTelemetryListener(GlobalOpenTelemetry.getTracer("amdahl")))
                    .build();
            CycleReport report = loop.runCycle();
            System.out.println(report.runsInFlight() + " run in flight");
        }
        registry.getMeters().stream()
                .map(Meter::getId)
                .forEach(id -> System.out.println(id.getName() + " " + id.getTags()));
    }
}
