package dev.amdahl.examples.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.report.review.ReviewServer;
import dev.amdahl.core.internal.report.review.ReviewSettings;
import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.testing.PrivatePrometheus;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus and Grafana make of a ledger. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LedgerMetricsTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Path DASHBOARD = Path.of("").toAbsolutePath().resolveSibling("docs/grafana/amdahl.json");
    private static final String HOSTILE = "job\"} 7\n# TYPE x";

    private final SettableClock clock = new SettableClock(START);
    private final FleetMetrics fleet = new FleetMetrics();
    private final HttpClient client = HttpClient.newHttpClient();
    private Path folder = Path.of("");

    @BeforeAll
    void write(@TempDir Path made) throws IOException {
        folder = made;
        WaitingWins story = new WaitingWins(3, START);
        story.win("train", setting("4"), .7, "read ahead", 6);
        story.win(HOSTILE, setting("8"), .8, HOSTILE, 2);
        story.running("forecast", setting("2"), 3);
        story.write(url(), clock);
        try (Ledger ledger = Ledger.open(url(), clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.BudgetSet(Budget.acceleratorHours(10)),
                    new Entry.Spent("train", Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS, 7200));
        }
        Files.writeString(
                folder.resolve("ledger.notices.json"),
                "{\"channels\": {\"slack\": {\"sent\": 3, \"given_up\": 1, \"events\": {}, \"tries\": {\"k\": 2}}}}");
        clock.advance(Duration.ofHours(2));
    }

    private static ConfigChange setting(String to) {
        return new ConfigChange(List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", to)));
    }

    private String url() {
        return folder.resolve("ledger").toString();
    }

    private LedgerMetrics metrics() {
        JobSpec job = JobSpec.builder("train", List.of("train")).runsPerWeek(50).build();
        return new LedgerMetrics("1.2", url(), List.of(job), fleet, clock);
    }

    private String text() {
        return metrics().apply(LedgerReader.view(url()));
    }

    @Test
    void theFiguresAreThoseOfTheLedger() {
        assertThat(text())
                .contains(
                        "amdahl_build_info{version=\"1.2\"} 1\n",
                        "amdahl_hypotheses{state=\"in_review\"} 2\n",
                        "amdahl_hypotheses{state=\"promoted\"} 0\n",
                        "amdahl_runs_in_flight{purpose=\"trial\"} 1\n",
                        "amdahl_reviews_waiting 2\n",
                        "amdahl_review_oldest_age_seconds 7200\n",
                        "amdahl_accelerator_seconds_total{purpose=\"calibration\"} 0\n",
                        "amdahl_weekly_saving_accelerator_seconds{account=\"promoted\"} 0\n",
                        "amdahl_families_unscaled 2\n",
                        "amdahl_notices_sent_total{channel=\"slack\"} 3\n",
                        "amdahl_notices_failed_total{channel=\"slack\"} 1\n",
                        "amdahl_notices_waiting{channel=\"slack\"} 1\n")
                .containsPattern("amdahl_budget_used_ratio\\{period=\"ledger\",unit=\"accelerator_hours\"} 0\\.\\d+\n")
                .containsPattern("amdahl_weekly_saving_accelerator_seconds\\{account=\"waiting\"} [1-9]\\d")
                .containsPattern("amdahl_scrape_duration_seconds 0?[.\\dE-]+\n$")
                .doesNotContain("train", "job");
    }

    @Test
    void theRankingOfAFleetNamesItsFirstFamilies() throws Exception {
        List<FamilyWaste> rows = new ArrayList<>();
        for (int row = 0; row < 30; row++) {
            rows.add(waste(row == 0 ? HOSTILE : "f" + row, row == 1 ? OptionalDouble.empty() : OptionalDouble.of(.5)));
        }
        FleetMetrics ranking = new FleetMetrics();
        ranking.read(rows, START);
        String text = new LedgerMetrics("1.2", url(), List.of(), ranking, clock).apply(LedgerReader.view(url()));

        assertThat(text)
                .contains(
                        "amdahl_fleet_held_accelerator_seconds{family=\"job\\\"} 7\\n# TYPE x\"} 36000\n",
                        "amdahl_fleet_wasted_accelerator_seconds{family=\"f19\"} 18000\n",
                        "amdahl_fleet_read_timestamp_seconds " + START.getEpochSecond() + "\n")
                .doesNotContain("wasted_accelerator_seconds{family=\"f1\"}", "f20");
        assertThat(text()).doesNotContain("amdahl_fleet");
        check(text);
    }

    private static FamilyWaste waste(String family, OptionalDouble share) {
        return new FamilyWaste(
                family, 1, 10, 5, share, OptionalDouble.empty(), 0, .1, OptionalDouble.empty(), 5, 1, 0, 0);
    }

    @Test
    void promtoolHasNothingAgainstThem() throws Exception {
        check(text());
    }

    private static void check(String text) throws Exception {
        Process promtool = new ProcessBuilder(Requires.program("promtool").toString(), "check", "metrics")
                .redirectErrorStream(true)
                .start();
        promtool.getOutputStream().write(text.getBytes(UTF_8));
        promtool.getOutputStream().close();
        String said = new String(promtool.getInputStream().readAllBytes(), UTF_8);
        assertThat(said).isEmpty();
        assertThat(promtool.waitFor()).isZero();
    }

    @Test
    void theDashboardIsWhole() throws Exception {
        JsonNode dashboard = new ObjectMapper().readTree(Files.readString(DASHBOARD));
        Set<Integer> ids = new HashSet<>();
        boolean[][] taken = new boolean[100][24];
        for (JsonNode panel : dashboard.get("panels")) {
            assertThat(ids.add(panel.get("id").asInt())).isTrue();
            assertThat(panel.get("title").asText()).isNotBlank();
            assertThat(panel.get("description").asText()).endsWith(".");
            assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
            JsonNode at = panel.get("gridPos");
            for (int y = at.get("y").asInt();
                    y < at.get("y").asInt() + at.get("h").asInt();
                    y++) {
                for (int x = at.get("x").asInt();
                        x < at.get("x").asInt() + at.get("w").asInt();
                        x++) {
                    assertThat(taken[y][x])
                            .as("%s overlaps at %d, %d", panel.get("title"), x, y)
                            .isFalse();
                    taken[y][x] = true;
                }
            }
        }
        assertThat(ids).hasSizeGreaterThan(10);
        String metrics = text();
        for (String query : queries(dashboard)) {
            String name = query.replaceAll("(?s).*?(amdahl_[a-z_]+).*", "$1");
            assertThat(metrics).contains("# TYPE " + name + " ");
        }
    }

    private static List<String> queries(JsonNode dashboard) {
        List<String> queries = new ArrayList<>();
        dashboard
                .get("panels")
                .forEach(panel -> panel.get("targets")
                        .forEach(target -> queries.add(target.get("expr").asText())));
        return queries;
    }

    @Test
    void everyQueryOfTheDashboardFindsDataInARealPrometheus() throws Exception {
        Path program = Requires.program("prometheus");
        Path token = Files.writeString(folder.resolve("token"), "token-of-the-monitor\n");
        ReviewSettings settings = ReviewSettings.over(url())
                .clock(clock)
                .metrics(metrics(), Optional.of("token-of-the-monitor"))
                .build();
        try (ReviewServer server = ReviewServer.start(settings);
                PrivatePrometheus prometheus = PrivatePrometheus.scraping(
                        program, """
                        scrape_configs:
                          - job_name: amdahl
                            scrape_interval: 1s
                            authorization: {credentials_file: '%s'}
                            static_configs: [{targets: ['127.0.0.1:%d']}]
                        """.formatted(token, server.address().getPort()))) {
            String instance = "127.0.0.1:" + server.address().getPort();
            await(prometheus, "count_over_time(amdahl_build_info[1m]) >= 3");
            for (String query : queries(new ObjectMapper().readTree(Files.readString(DASHBOARD)))) {
                assertThat(results(
                                prometheus, query.replace("$instance", instance).replace("$__rate_interval", "1m")))
                        .as(query)
                        .isNotEmpty();
            }
        }
    }

    private void await(PrivatePrometheus prometheus, String query) throws Exception {
        for (int i = 0; i < 300 && results(prometheus, query).isEmpty(); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    private JsonNode results(PrivatePrometheus prometheus, String query) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(
                                URI.create(prometheus.url() + "/api/v1/query?query=" + URLEncoder.encode(query, UTF_8)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body()).at("/data/result");
    }
}
