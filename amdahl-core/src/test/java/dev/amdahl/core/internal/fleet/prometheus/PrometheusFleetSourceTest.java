package dev.amdahl.core.internal.fleet.prometheus;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.testing.PrivatePrometheus;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.contract.FleetSourceContract;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.Utilization;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Over a real server with a history whose sums are worked out beside each test. */
final class PrometheusFleetSourceTest extends FleetSourceContract {
    private static final Instant BEGIN = Instant.parse("2026-11-10T00:00:00Z");
    private static final long T = BEGIN.getEpochSecond();
    private static final int HOUR = 3600;
    private static final String ENGINE = "DCGM_FI_PROF_GR_ENGINE_ACTIVE";
    private static final String SM = "DCGM_FI_PROF_SM_ACTIVE";
    private static final String UTIL = "DCGM_FI_DEV_GPU_UTIL";
    private static final String POWER = "DCGM_FI_DEV_POWER_USAGE";

    private static PrivatePrometheus server;

    @BeforeAll
    static void start() {
        server = PrivatePrometheus.start(Requires.program("prometheus"), Requires.program("promtool"), history());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static String gpu(String host, int index, String rest) {
        return "Hostname=\"" + host + "\",gpu=\"" + index + "\",UUID=\"GPU-" + host + "-" + index
                + "\",modelName=\"NVIDIA H200\"" + rest;
    }

    private static String history() {
        OpenMetrics history = new OpenMetrics();
        // exact: 2 GPUs from 00:02:30 to 01:02:30, engine .25 and .75, 300 W and 500 W; then nobody holds them.
        history.series(ENGINE, gpu("n1", 0, ",hpc_job=\"exact\""), T + 150, T + HOUR + 150, 15, .25)
                .series(ENGINE, gpu("n1", 1, ",hpc_job=\"exact\""), T + 150, T + HOUR + 150, 15, .75)
                .series(POWER, gpu("n1", 0, ",hpc_job=\"exact\""), T + 150, T + HOUR + 150, 15, 300)
                .series(POWER, gpu("n1", 1, ",hpc_job=\"exact\""), T + 150, T + HOUR + 150, 15, 500)
                .series(ENGINE, gpu("n1", 0, ""), T + HOUR + 150, T + 2 * HOUR, 15, 0)
                // The coarse metric says otherwise, and is not asked.
                .series(UTIL, gpu("n1", 0, ",hpc_job=\"exact\""), T + 150, T + HOUR + 150, 15, 90);
        // percent: no profiling metrics, 60 seconds between samples, 40 % for one hour, 0 % for the next.
        history.series(
                UTIL, gpu("n2", 0, ",hpc_job=\"percent\""), T, T + 2 * HOUR, 60, second -> second <= HOUR ? "40" : "0");
        // holes: samples stop for the second of four half hours; the server carries the value on for five minutes.
        history.series(
                SM,
                gpu("n3", 0, ",hpc_job=\"holes\""),
                T,
                T + 2 * HOUR,
                15,
                second -> second > 1800 && second <= 3600 ? "" : "0.5");
        // broken: half of the windows hold a NaN, an infinity or a blank of DCGM.
        history.series(ENGINE, gpu("n4", 0, ",hpc_job=\"broken\""), T, T + HOUR, 15, second -> switch ((int) second) {
            case 15, 315, 615 -> "NaN";
            case 915, 1215 -> "+Inf";
            case 1515 -> "9223372036854775794";
            default -> "0.5";
        });
        // shared: two pods on one GPU, each sees the GPU's 80 %.
        for (String pod : List.of("serve-7d9f8c6b5-abcde", "batch-0")) {
            history.series(ENGINE, gpu("n5", 0, ",namespace=\"ml\",pod=\"" + pod + "\""), T, T + HOUR, 30, .8);
        }
        // idle: held and never used; its exporter restarted half way, so that a label of no interest changed.
        history.series(ENGINE, gpu("n6", 0, ",hpc_job=\"idle\",instance=\"a:9400\""), T, T + 1800, 15, 0)
                .series(ENGINE, gpu("n6", 0, ",hpc_job=\"idle\",instance=\"b:9400\""), T + 1800, T + HOUR, 15, 0);
        // again: the same name, away for half an hour in which the GPU was sampled without it.
        history.series(ENGINE, gpu("n7", 0, ",hpc_job=\"again\""), T, T + 1800, 15, 1)
                .series(ENGINE, gpu("n7", 0, ""), T + 1800, T + HOUR, 15, 0)
                .series(ENGINE, gpu("n7", 0, ",hpc_job=\"again\""), T + HOUR, T + HOUR + 1800, 15, 1);
        // Nobody's: the exporter's own pod.
        history.series(ENGINE, gpu("n8", 0, ",namespace=\"ml\",pod=\"dcgm-exporter-x2x4z\""), T, T + HOUR, 15, 0);
        return history.toString();
    }

    @Override
    protected FleetSource source() {
        return source(Map.of());
    }

    private static FleetSource source(Map<String, String> more) {
        return PrometheusSource.with(server.url(), more);
    }

    @Override
    protected Instant from() {
        return BEGIN;
    }

    @Override
    protected Instant to() {
        return BEGIN.plusSeconds(3 * HOUR);
    }

    private Runs jobs(Map<String, String> more) {
        try (Stream<FleetJob> jobs = source(more).jobs(from(), to())) {
            return new Runs(jobs.collect(Collectors.toMap(FleetJob::id, Function.identity())));
        }
    }

    private record Runs(Map<String, FleetJob> byId) {
        FleetJob get(String id) {
            return requireNonNull(byId.get(id), id);
        }
    }

    private static void assertShares(FleetJob job, double useful, double idle, double unknown) {
        Utilization seen = job.utilisation().orElseThrow();
        assertThat(seen.high()).as("useful").isCloseTo(useful, within(1e-6));
        assertThat(seen.idle()).as("idle").isCloseTo(idle, within(1e-6));
        assertThat(seen.unknown()).as("unknown").isCloseTo(unknown, within(1e-6));
    }

    @Test
    void everyRunIsFoundOnce() {
        assertThat(jobs(Map.of()).byId().keySet())
                .containsExactlyInAnyOrder(
                        "exact",
                        "percent",
                        "holes",
                        "broken",
                        "ml/serve-7d9f8c6b5-abcde",
                        "ml/batch-0",
                        "idle",
                        "again",
                        "again@2026-11-10T01:00:00Z");
    }

    @Test
    void sharesAndTimesAreThoseOfTheSamples() {
        FleetJob job = jobs(Map.of()).get("exact");

        assertThat(job.started()).contains(BEGIN.plusSeconds(150));
        assertThat(job.ended()).contains(BEGIN.plusSeconds(HOUR + 150));
        assertThat(job.accelerators().count()).isEqualTo(2);
        assertThat(job.accelerators().type()).isEqualTo("NVIDIA H200");
        // (.25 + .75) / 2; 800 W for an hour.
        assertShares(job, .5, .5, 0);
        assertThat(job.labels()).containsEntry("energy_joules", "2880000").containsEntry("power_watts", "400.0");
        assertThat(job.labels()).containsEntry("devices", "2").containsEntry("devices_never_active", "0");
    }

    @Test
    void perCentAreNotFractions() {
        assertShares(jobs(Map.of()).get("percent"), .2, .8, 0);
    }

    @Test
    void whatIsCarriedForwardIsNoSample() {
        FleetJob job = jobs(Map.of()).get("holes");

        assertThat(job.held().orElseThrow()).hasHours(2);
        assertShares(job, .375, .375, .25);
    }

    @Test
    void aWindowWithABrokenValueIsUnknown() {
        assertShares(jobs(Map.of()).get("broken"), .25, .25, .5);
    }

    @Test
    void aSharedDeviceIsCountedOnce() {
        Runs jobs = jobs(Map.of());
        FleetJob serve = jobs.get("ml/serve-7d9f8c6b5-abcde");

        assertThat(serve.family()).isEqualTo("serve");
        assertThat(jobs.get("ml/batch-0").family()).isEqualTo("batch");
        assertThat(serve.labels()).containsEntry("accelerator_share", "0.5000");
        assertShares(serve, .8, .2, 0);
    }

    @Test
    void heldButIdleIsSeen() {
        FleetJob job = jobs(Map.of()).get("idle");

        assertShares(job, 0, 1, 0);
        assertThat(job.labels()).containsEntry("devices_never_active", "1");
    }

    @Test
    void aReleasedNameIsAnotherRun() {
        Runs jobs = jobs(Map.of());

        assertThat(jobs.get("again").ended()).contains(BEGIN.plusSeconds(1800));
        assertThat(jobs.get("again@2026-11-10T01:00:00Z").held().orElseThrow()).hasMinutes(30);
        assertShares(jobs.get("again"), 1, 0, 0);
    }

    @Test
    void aKnownScrapeIntervalShowsWhatIsMissingThroughout() {
        // 120 samples of 15 s; the first and the last window count for their five samples: 6,750 s held.
        assertShares(
                jobs(Map.of("scrape-interval", "15s")).get("percent"),
                .4 * 900 / 6750,
                (.6 * 900 + 900) / 6750,
                1 - 1800.0 / 6750);
    }

    @Test
    void anyStepAndAnySizeOfAnswerGiveTheSameShares() {
        Runs fine = jobs(Map.of("step", "1m", "most-bytes", "6000"));
        Runs coarse = jobs(Map.of());

        assertThat(fine.byId().keySet()).isEqualTo(coarse.byId().keySet());
        assertShares(fine.get("exact"), .5, .5, 0);
        assertShares(fine.get("holes"), .375, .375, .25);
        assertThat(fine.get("exact").started()).isEqualTo(coarse.get("exact").started());
    }

    @Test
    void aSelectorNarrows() {
        assertThat(jobs(Map.of("selector", "{Hostname=\"n2\"}")).byId().keySet())
                .containsExactly("percent");
    }

    @Test
    void noSeriesMeansNoRunsAndNotIdleOnes() {
        assertThat(jobs(Map.of("selector", "cluster=\"other\"")).byId()).isEmpty();
    }

    @Test
    void allTimeIsBoundedByTheLookback() {
        assertThat(source(Map.of("lookback", "2h"))
                        .sums(Instant.EPOCH, to(), to(), 5)
                        .notes())
                .hasSize(2)
                .anyMatch(note -> note.startsWith("looked back to 2026-11-10T") && note.contains("lookback=2h"))
                .anyMatch(note -> note.startsWith("interval between samples inferred: 15 s"));
        assertThat(source(Map.of("lookback", "2h"))
                        .sums(to().minusSeconds(2 * HOUR), to(), to(), 5)
                        .notes())
                .noneMatch(note -> note.startsWith("looked back"));
        assertThat(source(Map.of("lookback", "2h")).jobs(Instant.EPOCH, to()))
                .allSatisfy(job -> assertThat(job.started().orElseThrow()).isAfterOrEqualTo(BEGIN.plusSeconds(HOUR)));
        try (Stream<FleetJob> jobs =
                source(Map.of("step", "1s", "lookback", "4h")).jobs(Instant.EPOCH, to())) {
            assertThat(jobs).as("more steps than the server gives at once").isNotEmpty();
        }
    }

    @Test
    void aRunThatEndedInThePeriodIsHeldForAllItsTimeByDay() {
        Instant middle = BEGIN.plusSeconds(1800);

        assertThat(source().days(middle, to(), to()))
                .filteredOn(day -> day.sums().family().equals("exact"))
                .singleElement()
                .satisfies(day -> assertThat(day.sums().heldHours()).isCloseTo(2, within(1e-6)));
        assertThat(source().days(middle.plusSeconds(60), to(), to()))
                .as("ended before")
                .filteredOn(day -> day.sums().family().equals("again"))
                .singleElement()
                .satisfies(day -> assertThat(day.sums().runs()).isEqualTo(1));
    }

    @Test
    void aSourceIsToldByItsServerAndByWhatItAsksFor() {
        Optional<String> plain = source().identity();

        assertThat(plain).isPresent().isEqualTo(source(Map.of("timeout", "5s")).identity());
        assertThat(PrometheusSource.with(server.url() + "/", Map.of("most_bytes", "6000"))
                        .identity())
                .isEqualTo(plain);
        assertThat(Stream.of(
                                source(Map.of("selector", "cluster=\"a\"")),
                                source(Map.of("token-env", "TENANT_A")),
                                source(Map.of("lookback", "2h")),
                                PrometheusSource.with("http://other.example:9090", Map.of()))
                        .map(FleetSource::identity))
                .doesNotContain(plain)
                .doesNotHaveDuplicates()
                .doesNotContain(Optional.empty());
    }

    @Test
    void aBadSelectorIsTheUsersToMend() {
        assertThatThrownBy(() -> jobs(Map.of("selector", "=x")))
                .hasMessageContaining("Prometheus at http://127.0.0.1")
                .hasMessageContaining("status 400")
                .hasMessageContaining("parse error")
                .extracting("category")
                .isEqualTo(ErrorCategory.USER);
    }

    @Test
    void aKilledServerIsUnavailableAndThenAnswersAsBefore() {
        Runs before = jobs(Map.of());
        server.kill();
        try {
            assertThatThrownBy(() -> jobs(Map.of()))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("cannot be reached")
                    .hasMessageNotContaining("\n");
        } finally {
            server.restart();
        }
        assertThat(jobs(Map.of())).isEqualTo(before);
    }
}
