package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An arm that the infrastructure let hang until its time limit, once. */
final class HungArmStoryTest {
    private static final int LIMIT = 60;
    private static final int NEVER = 0;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private LedgerView placebo(String name, String log, int hanging) {
        AtomicInteger arms = new AtomicInteger();
        Path own = folder.resolve(name);
        World world = new World(
                own,
                new Cluster(
                        1,
                        arm -> isOf(arm, log) && arms.incrementAndGet() == hanging
                                ? hung(arm)
                                : Workload.run(arm, own)),
                Workload.job("nightly", .3, Workload.log("warn"))
                        .timeLimit(Duration.ofSeconds(LIMIT))
                        .build());
        world.policy = World.BLIND;
        LedgerView view = world.untilIdle();
        assertThat(arms.get()).as("arms at %s", log).isGreaterThan(hanging);
        return view;
    }

    private static boolean isOf(ArmRequest arm, String log) {
        return arm.environment().getOrDefault("LOG", "info").equals(log);
    }

    private static ArmResult hung(ArmRequest arm) {
        return ArmResult.succeeded(arm.name(), LIMIT).work(1000).timedOut();
    }

    private static Comparison comparison(LedgerView view) {
        Dossier placebo = World.of(view, "nightly", "log");
        return placebo.comparison().orElseThrow();
    }

    private static double width(Comparison comparison) {
        return Math.log(comparison.upper().orElseThrow() / comparison.lower().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"warn, 2", "warn, 6", "info, 3", "info, 30"})
    void costsAPlaceboNoPrecision(String log, int hanging) {
        LedgerView usual = placebo("usual", log, NEVER);
        LedgerView disturbed = placebo("disturbed", log, hanging);

        assertThat(disturbed.runs().stream()
                        .flatMap(run -> run.result().stream())
                        .filter(result -> result.arms().stream().anyMatch(ArmResult::isTimedOut)))
                .singleElement()
                .satisfies(result -> assertThat(result.logRatio()).isEmpty());
        assertThat(World.of(disturbed, "nightly", "log").state())
                .isEqualTo(World.of(usual, "nightly", "log").state());
        assertThat(comparison(disturbed).reason()).startsWith("no effect of at least ");
        assertThat(width(comparison(disturbed))).isLessThan(1.3 * width(comparison(usual)));
    }
}
