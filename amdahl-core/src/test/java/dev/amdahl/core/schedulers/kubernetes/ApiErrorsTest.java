package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.EventListBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.http.MockResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server that refuses, fails or falls silent does to runs: one clear line, and nothing is lost or done twice. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ApiErrorsTest {
    private static FakeCluster cluster;

    @TempDir
    Path here;

    private KubernetesScheduler scheduler;

    @BeforeAll
    static void startCluster() {
        cluster = new FakeCluster();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void open() {
        scheduler = KubernetesScheduler.over(cluster.client, Given.in(here));
        cluster.calls.clear();
    }

    @AfterEach
    void clear() {
        cluster.heal();
        cluster.client.batch().v1().jobs().inNamespace("test").delete();
        cluster.client.configMaps().inNamespace("test").delete();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | Unauthorized | Unauthorized | TRANSIENT | refuses the credentials",
                "403 | Forbidden | jobs.batch is forbidden: User cannot create | TRANSIENT | forbids it (403) jobs.batch is forbidden",
                "403 | Forbidden | exceeded quota: gpus | TRANSIENT | quota is used up",
                "404 | NotFound | namespaces test not found | TRANSIENT | check the setting namespace",
                "422 | Invalid | spec.template.spec.containers[0].image: Required value | USER | refuses it (422): spec.template",
                "413 | RequestEntityTooLarge | limit is 3145728 | USER | refuses it (413)",
                "429 | TooManyRequests | too many requests | TRANSIENT | is busy",
                "500 | InternalError | etcdserver: request timed out | TRANSIENT | failed (500) etcdserver",
                "503 | ServiceUnavailable | apiserver is shutting down | TRANSIENT | failed (503)"
            })
    void anErrorOfTheServerIsOneLineWithTheRightCategory(
            int code, String reason, String message, ErrorCategory category, String said) {
        cluster.fail(request -> request.getPath().contains("/jobs")
                ? Optional.of(FakeCluster.status(code, reason, message))
                : Optional.empty());

        assertThatThrownBy(() -> scheduler.submit(Wanted.shell("refused", "true")))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(category))
                .hasMessageContaining(said)
                .hasMessageNotContaining("\n");

        cluster.heal();
        assertThat(scheduler.find("refused")).isEmpty();
        WorkerRunId run = scheduler.submit(Wanted.shell("refused", "true"));
        cluster.fail(request -> Optional.of(FakeCluster.status(code, reason, message)));
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.UNKNOWN);
        assertThat(scheduler.reason(run)).isPresent();
        if (code != 404) {
            assertThatThrownBy(() -> scheduler.find("refused")).isInstanceOf(AmdahlException.class);
        }
        cluster.heal();
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.QUEUED);
    }

    @Test
    void halfAnAnswerIsUnknown() {
        WorkerRunId run = scheduler.submit(Wanted.shell("half", "true"));
        cluster.fail(request -> Optional.of(new MockResponse()
                .setResponseCode(200)
                .setHeader("Content-Type", "application/json")
                .setBody("{\"kind\":\"JobList\",\"apiVersion\":\"batch/v1\",\"items\":[{\"kind\":\"Job\",\"met")));

        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.UNKNOWN);
        assertThatThrownBy(() -> scheduler.find("half")).isInstanceOf(AmdahlException.class);
        assertThatThrownBy(() -> scheduler.collect(run)).isInstanceOf(AmdahlException.class);
        assertThatThrownBy(() -> scheduler.cancel(run)).isInstanceOf(AmdahlException.class);
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUpInTime() {
        WorkerRunId run = scheduler.submit(Wanted.shell("silent", "true"));
        cluster.fail(request -> Optional.of(
                new MockResponse().setResponseCode(200).setBody("{}").setBodyDelay(Duration.ofMinutes(1))));
        try (KubernetesClient hasty = client(cluster.url())) {
            KubernetesScheduler impatient = KubernetesScheduler.over(hasty, Given.in(here));

            assertThat(impatient.poll(Set.of(run))).containsEntry(run, RunStatus.UNKNOWN);
            assertThat(impatient.reason(run).orElseThrow()).contains("did not answer");
            assertThatThrownBy(() -> impatient.submit(Wanted.shell("silent2", "true")))
                    .isInstanceOfSatisfying(
                            AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT));
        }
    }

    @Test
    void aServerThatIsDownIsUnknown() {
        try (KubernetesClient nowhere = client("http://127.0.0.1:1/")) {
            KubernetesScheduler down = KubernetesScheduler.over(nowhere, Given.in(here));
            WorkerRunId run = new WorkerRunId("test/amdahl-down");

            assertThat(down.poll(Set.of(run))).containsEntry(run, RunStatus.UNKNOWN);
            assertThat(down.reason(run).orElseThrow())
                    .contains("namespace test at http://127.0.0.1:1/: the API server did not answer: cannot connect");
            assertThatThrownBy(() -> down.find("down"))
                    .isInstanceOfSatisfying(
                            AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT));
        }
    }

    private static KubernetesClient client(String url) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl(url)
                        .withNamespace("test")
                        .withRequestTimeout(300)
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    @Test
    void aJobWhosePodNobodyMakesSaysWhy() {
        WorkerRunId run = scheduler.submit(Wanted.shell("refused", "true"));
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.QUEUED);
        assertThat(scheduler.reason(run)).as("not at once").isEmpty();
        KubernetesScheduler later = KubernetesScheduler.over(
                cluster.client,
                new Given(
                        Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2)),
                        here,
                        Given.in(here).settings()));
        assertThat(later.poll(Set.of(run))).containsEntry(run, RunStatus.QUEUED);
        assertThat(later.reason(run)).contains("no pod after 1 minute");

        // The server of the tests knows no selector by the object of an event.
        Event refused = new EventBuilder()
                .withType("Warning")
                .withReason("FailedCreate")
                .withMessage("pods is forbidden: violates PodSecurity restricted")
                .withNewInvolvedObject()
                .withName("amdahl-refused")
                .endInvolvedObject()
                .build();
        cluster.fail(request -> request.getPath().contains("/events?fieldSelector=involvedObject.name%3Damdahl-refused")
                ? Optional.of(new MockResponse()
                        .setResponseCode(200)
                        .setHeader("Content-Type", "application/json")
                        .setBody(Serialization.asJson(
                                new EventListBuilder().withItems(refused).build())))
                : Optional.empty());
        later.poll(Set.of(run));
        assertThat(later.reason(run))
                .contains("no pod after 1 minute: FailedCreate: pods is forbidden: violates PodSecurity restricted");
        cluster.fail(request -> request.getPath().contains("/events")
                ? Optional.of(FakeCluster.status(403, "Forbidden", "no"))
                : Optional.empty());
        later.poll(Set.of(run));
        assertThat(later.reason(run)).contains("no pod after 1 minute");
    }

    @Test
    void aProcessThatDiesBetweenTheTwoObjectsLeavesNoRun() {
        cluster.fail(request ->
                request.getMethod().equals("POST") && request.getPath().contains("/jobs")
                        ? Optional.of(FakeCluster.status(500, "InternalError", "died"))
                        : Optional.empty());
        assertThatThrownBy(() -> scheduler.submit(Wanted.shell("between", "true")))
                .isInstanceOf(AmdahlException.class);
        cluster.heal();

        assertThat(scheduler.find("between")).isEmpty();
        WorkerRunId run = scheduler.submit(Wanted.shell("between", "true"));
        assertThat(scheduler.find("between")).contains(run);
    }

    @Test
    void aReplyThatIsLostAfterTheJobWasMadeIsFoundAndNotMadeAgain() {
        cluster.fail(request -> request.getMethod().equals("PATCH")
                ? Optional.of(FakeCluster.status(500, "InternalError", "died"))
                : Optional.empty());
        assertThatThrownBy(() -> scheduler.submit(Wanted.shell("reply", "true")))
                .isInstanceOf(AmdahlException.class);
        cluster.heal();
        cluster.calls.clear();

        assertThat(scheduler.find("reply")).contains(new WorkerRunId("test/amdahl-reply"));
        scheduler.submit(Wanted.shell("reply", "true"));
        assertThat(cluster.calls).noneMatch(call -> call.startsWith("POST") && call.contains("/jobs"));
    }

    @Test
    void aGoneJobIsNeverMadeAgain() {
        WorkerRunId run = scheduler.submit(Wanted.shell("gone", "true"));
        cluster.client.batch().v1().jobs().inNamespace("test").delete();

        assertThat(scheduler.submit(Wanted.shell("gone", "true"))).isEqualTo(run);
        assertThat(scheduler.find("gone")).contains(run);
        assertThat(cluster.client.batch().v1().jobs().inNamespace("test").list().getItems())
                .isEmpty();
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.INFRA_FAILED);
    }

    @Test
    void aNameThatIsTakenIsNotTakenOver() {
        Job foreign = new JobBuilder()
                .withNewMetadata()
                .withName("amdahl-taken")
                .endMetadata()
                .build();
        cluster.client.batch().v1().jobs().inNamespace("test").resource(foreign).create();
        assertThatThrownBy(() -> scheduler.submit(Wanted.shell("taken", "true")))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.USER))
                .hasMessageContaining("Job amdahl-taken: exists and belongs to another trial");
        assertThat(scheduler.poll(Set.of(new WorkerRunId("test/amdahl-taken")))).containsValue(RunStatus.UNKNOWN);

        foreign.getMetadata().setDeletionTimestamp("2026-03-01T10:00:00Z");
        cluster.fail(request ->
                request.getMethod().equals("GET") && request.getPath().endsWith("/jobs/amdahl-taken")
                        ? Optional.of(new MockResponse().setResponseCode(200).setBody(Serialization.asJson(foreign)))
                        : Optional.empty());
        assertThatThrownBy(() -> scheduler.submit(Wanted.shell("taken", "true")))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageContaining("is being deleted");
    }

    @Test
    void theFailPointsOfASubmissionArePassed() {
        Set<FailPoint> passed = new LinkedHashSet<>();
        try (FailPoints.Installed armed = FailPoints.install(passed::add)) {
            assertThat(armed).isNotNull();
            scheduler.submit(Wanted.shell("points", "true"));
        }
        assertThat(passed).containsExactly(FailPoint.REQUEST_SENT, FailPoint.REQUEST_ACCEPTED);
    }

    @Test
    void aThousandRunsArePolledInTwoCalls() {
        WorkerRunId first = scheduler.submit(Wanted.shell("many0", "true"));
        Job job = cluster.client
                .batch()
                .v1()
                .jobs()
                .inNamespace("test")
                .withName("amdahl-many0")
                .get();
        List<WorkerRunId> runs = IntStream.range(0, 1000)
                .mapToObj(i -> new WorkerRunId("test/amdahl-many" + i))
                .toList();
        String items = runs.stream()
                .map(run -> copy(job, run.value().replace("test/amdahl-", "")))
                .collect(Collectors.joining(","));
        cluster.fail(request -> request.getPath().startsWith("/apis/batch/v1/namespaces/test/jobs?")
                ? Optional.of(new MockResponse()
                        .setResponseCode(200)
                        .setBody("{\"kind\":\"JobList\",\"apiVersion\":\"batch/v1\",\"items\":[" + items + "]}"))
                : Optional.empty());
        cluster.calls.clear();

        Map<WorkerRunId, RunStatus> statuses = scheduler.poll(Set.copyOf(runs));

        assertThat(statuses)
                .hasSize(1000)
                .containsKey(first)
                .allSatisfy((run, status) -> assertThat(status).isEqualTo(RunStatus.QUEUED));
        assertThat(cluster.calls)
                .hasSize(2)
                .allMatch(call -> call.startsWith("GET ") && call.contains("labelSelector="));
    }

    private static String copy(Job job, String key) {
        return "{\"kind\":\"Job\",\"apiVersion\":\"batch/v1\",\"metadata\":{\"name\":\"amdahl-" + key + "\",\"uid\":\""
                + key
                + "\",\"labels\":{\"amdahl.io/key\":\"" + key + "\"}},\"spec\":{\"backoffLimit\":"
                + job.getSpec().getBackoffLimit() + "},\"status\":{}}";
    }
}
