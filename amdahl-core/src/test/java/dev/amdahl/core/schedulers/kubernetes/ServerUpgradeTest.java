package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is upgraded while trials run: it refuses connections, loses answers, forgets what it listed, and serves other versions. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ServerUpgradeTest {
    private static final int TRIALS = 6;
    private static final String NODE = "kubelet";

    @TempDir
    Path here;

    private int failures;

    @BeforeEach
    void needPrograms() {
        Requires.program("setsid");
    }

    private static KubernetesClient client(String url, String agent) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl(url)
                        .withNamespace(FakeCluster.NAMESPACE)
                        .withUserAgent(agent)
                        .withRequestTimeout(2_000)
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    private static boolean isNode(RecordedRequest request) {
        return NODE.equals(request.getHeader("User-Agent"));
    }

    private static Optional<MockResponse> spoiled(RecordedRequest request, int draw) {
        boolean isList = request.getMethod().equals("GET") && request.getPath().contains("labelSelector");
        return switch (draw) {
            case 0, 1 -> Optional.of(FakeCluster.status(503, "ServiceUnavailable", "apiserver is shutting down"));
            case 2 -> Optional.of(FakeCluster.status(500, "InternalError", "etcdserver: leader changed"));
            case 3 ->
                isList ? Optional.of(FakeCluster.status(410, "Expired", "too old resource version")) : Optional.empty();
            default -> Optional.empty();
        };
    }

    @Test
    void nothingIsLostOrSubmittedTwice() throws Exception {
        Path ran = Files.createDirectory(here.resolve("ran"));
        try (FakeCluster cluster = new FakeCluster();
                Door door = new Door(cluster.url());
                KubernetesClient own = client(cluster.url(), NODE);
                KubernetesClient ours = client(door.url(), "loop");
                FakeKubelet kubelet = new FakeKubelet(own, cluster.logs, here.resolve("node"))) {
            Random random = new Random(Long.getLong("amdahl.seed", 1));
            cluster.fail(request -> isNode(request) ? Optional.empty() : spoiled(request, random.nextInt(16)));
            cluster.lose(request -> isNode(request) || random.nextInt(6) != 0
                    ? Optional.empty()
                    : Optional.of(FakeCluster.status(503, "ServiceUnavailable", "apiserver is shutting down")));
            KubernetesScheduler scheduler = KubernetesScheduler.over(ours, Given.in(here.resolve("root")));
            Map<WorkerRunId, Integer> collected = new HashMap<>();
            Set<WorkerRunId> runs = new TreeSet<>((one, other) -> one.value().compareTo(other.value()));
            for (int round = 0; collected.size() < TRIALS; round++) {
                if (round % 5 == 2) {
                    door.shut();
                } else if (round % 5 == 4) {
                    door.reopen();
                }
                for (int i = 0; i < TRIALS; i++) {
                    String key = "up" + i;
                    Wanted wanted = Wanted.shell(key, "echo ran >>" + ran.resolve(key));
                    attempt(() -> runs.add(scheduler.find(key).orElseGet(() -> scheduler.submit(wanted))));
                }
                kubelet.step();
                Map<WorkerRunId, RunStatus> statuses = scheduler.poll(runs);
                assertThat(statuses.values()).doesNotContain(RunStatus.INFRA_FAILED, RunStatus.CANCELLED);
                statuses.forEach((run, status) -> {
                    if (status == RunStatus.DONE && !collected.containsKey(run)) {
                        attempt(() ->
                                collected.put(run, scheduler.collect(run).arms().size()));
                    }
                });
                Thread.sleep(20);
            }
            assertThat(failures).isGreaterThan(TRIALS);
            assertThat(collected.values()).containsOnly(2);
            for (int i = 0; i < TRIALS; i++) {
                assertThat(Files.readAllLines(ran.resolve("up" + i)))
                        .as("both arms, once")
                        .hasSize(2);
            }
            assertThat(own.batch().v1().jobs().inNamespace("test").list().getItems())
                    .hasSize(TRIALS);
        }
    }

    /** What fails may be asked again, and says so. */
    private void attempt(Runnable call) {
        try {
            call.run();
        } catch (AmdahlException failed) {
            failures++;
            assertThat(failed.category()).as(failed.getMessage()).isEqualTo(ErrorCategory.TRANSIENT);
        }
    }

    @Test
    void anotherVersionOfKueueIsAskedForAndItsAbsenceIsNotForEver() {
        try (FakeCluster cluster = new FakeCluster()) {
            KubernetesScheduler scheduler =
                    KubernetesScheduler.over(cluster.client, Given.in(here).with("queue", "team"));
            cluster.fail(request -> request.getPath().equals("/apis/kueue.x-k8s.io")
                    ? Optional.of(FakeCluster.status(404, "NotFound", "not yet"))
                    : Optional.empty());
            WorkerRunId run = scheduler.submit(Wanted.shell("other", "true"));
            assertThat(scheduler.poll(Set.of(run))).containsValue(RunStatus.QUEUED);
            assertThat(asked(cluster)).isEmpty();

            cluster.heal();
            scheduler.poll(Set.of(run));
            assertThat(asked(cluster)).containsOnly("v1beta1").isNotEmpty();

            cluster.calls.clear();
            cluster.fail(request -> request.getPath().startsWith("/apis/kueue.x-k8s.io/v1beta1/")
                    ? Optional.of(FakeCluster.status(404, "NotFound", "no longer served"))
                    : request.getPath().equals("/apis/kueue.x-k8s.io")
                            ? Optional.of(new MockResponse()
                                    .setResponseCode(200)
                                    .setBody(
                                            "{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"versions\":[{\"groupVersion\":"
                                                    + "\"kueue.x-k8s.io/v1beta2\",\"version\":\"v1beta2\"}]}"))
                            : Optional.empty());
            assertThat(scheduler.poll(Set.of(run))).containsValue(RunStatus.QUEUED);
            assertThat(asked(cluster)).containsExactly("v1beta1", "v1beta2");
        }
    }

    private static List<String> asked(FakeCluster cluster) {
        return cluster.calls.stream()
                .filter(call -> call.contains("/workloads"))
                .map(call -> call.replaceFirst(".*kueue.x-k8s.io/([^/]+)/.*", "$1"))
                .toList();
    }
}
