package dev.amdahl.examples.cli.gpu;

import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Recorder;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Shows how many attempts are recorded, those of an earlier run included. Thread-safe if the one behind it is. */
final class CountedRecorder implements Recorder {
    private final Recorder recorder;
    private final Bar bar;
    private final AtomicLong recorded;

    CountedRecorder(Recorder recorder, Bar bar) {
        this.recorder = recorder;
        this.bar = bar;
        recorded = new AtomicLong(recorder.attempts().size());
        bar.at(recorded.get());
    }

    @Override
    public void record(Candidate candidate, Finding finding) {
        recorder.record(candidate, finding);
        bar.at(recorded.incrementAndGet());
    }

    @Override
    public List<Attempt> attempts() {
        return recorder.attempts();
    }
}
