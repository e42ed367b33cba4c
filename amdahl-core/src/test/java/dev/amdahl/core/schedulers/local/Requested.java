package dev.amdahl.core.schedulers.local;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A trial request that tests vary one part at a time. */
record Requested(String key, List<ArmRequest> arms) implements TrialRequest {

    /** Both arms run the same arm request. */
    static TrialRequest of(String key, Arm arm) {
        return of(key, arm, arm);
    }

    static TrialRequest of(String key, Arm a, Arm b) {
        return new Requested(key, List.of(a.named("a"), b.named("b")));
    }

    static Arm shell(String command) {
        return command("sh", "-c", command);
    }

    static Arm command(String... words) {
        return new Arm(
                "a",
                List.of(words),
                Map.of(),
                Optional.empty(),
                Duration.ofSeconds(60),
                1 << 16,
                42,
                false,
                List.of(),
                List.of(),
                Map.of());
    }

    @Override
    public String family() {
        return "test";
    }

    @Override
    public Accelerators accelerators() {
        return new Accelerators("none", 1);
    }

    /** An arm; each method gives a changed copy. */
    record Arm(
            String name,
            List<String> command,
            Map<String, String> environment,
            Optional<Path> directory,
            Duration timeLimit,
            long outputLimitBytes,
            long seed,
            boolean isTraced,
            List<String> outputs,
            List<String> keep,
            Map<String, ValueSource> measures)
            implements ArmRequest {

        private Arm named(String value) {
            return copy(draft -> draft.name = value);
        }

        Arm with(Map<String, String> value) {
            return copy(draft -> draft.environment = value);
        }

        Arm in(Path value) {
            return copy(draft -> draft.directory = Optional.of(value));
        }

        Arm atMost(Duration value) {
            return copy(draft -> draft.timeLimit = value);
        }

        Arm keepingBytes(long value) {
            return copy(draft -> draft.outputLimitBytes = value);
        }

        Arm traced() {
            return copy(draft -> draft.isTraced = true);
        }

        Arm writing(String... values) {
            return copy(draft -> draft.outputs = List.of(values));
        }

        Arm keeping(String... values) {
            return copy(draft -> draft.keep = List.of(values));
        }

        Arm measuring(Map<String, ValueSource> value) {
            return copy(draft -> draft.measures = value);
        }

        private Arm copy(Consumer<Draft> change) {
            Draft draft = new Draft();
            change.accept(draft);
            return new Arm(
                    draft.name,
                    command,
                    draft.environment,
                    draft.directory,
                    draft.timeLimit,
                    draft.outputLimitBytes,
                    seed,
                    draft.isTraced,
                    draft.outputs,
                    draft.keep,
                    draft.measures);
        }

        /** What a copy may have otherwise, as it is here to begin with. */
        private final class Draft {
            private String name = Arm.this.name;
            private Map<String, String> environment = Arm.this.environment;
            private Optional<Path> directory = Arm.this.directory;
            private Duration timeLimit = Arm.this.timeLimit;
            private long outputLimitBytes = Arm.this.outputLimitBytes;
            private boolean isTraced = Arm.this.isTraced;
            private List<String> outputs = Arm.this.outputs;
            private List<String> keep = Arm.this.keep;
            private Map<String, ValueSource> measures = Arm.this.measures;
        }
    }
}
