package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.FleetSourceContract;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.http.MockResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KubernetesFleetSourceTest extends FleetSourceContract {
    private static FakeCluster cluster;
    private static Map<String, String> lists = Map.of();

    @TempDir
    Path here;

    @BeforeAll
    static void startCluster() throws IOException {
        cluster = new FakeCluster();
        lists = Map.of(
                "/apis/batch/v1/namespaces/test/jobs", document("fleet/jobs.yaml"),
                "/api/v1/namespaces/test/pods", document("fleet/pods.yaml"),
                "/apis/kueue.x-k8s.io/v1beta1/namespaces/test/workloads", document("fleet/workloads.yaml"),
                "/api/v1/nodes", document("fleet/nodes.yaml"));
        serve();
    }

    private static String document(String name) throws IOException {
        try (InputStream stream = Objects.requireNonNull(KubernetesFleetSourceTest.class.getResourceAsStream(name))) {
            String yaml = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return Serialization.asJson(Serialization.unmarshal(yaml, Map.class));
        }
    }

    private static void serve() {
        cluster.fail(request -> Optional.ofNullable(lists.get(request.getPath()))
                .map(body -> new MockResponse()
                        .setResponseCode(200)
                        .setHeader("Content-Type", "application/json")
                        .setBody(body)));
    }

    @AfterEach
    void heal() {
        serve();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Override
    protected FleetSource source() {
        Given given = new Given(
                Clock.systemUTC(),
                here,
                Map.of("family-label", "team.example/workload", "resource.mig-1g.10gb", "nvidia.com/mig-1g.10gb"));
        return KubernetesFleetSource.over(cluster.client, given);
    }

    @Override
    protected Instant from() {
        return Instant.parse("2026-03-01T00:00:00Z");
    }

    @Override
    protected Instant to() {
        return Instant.parse("2026-03-02T00:00:00Z");
    }

    private Map<String, FleetJob> runs() {
        try (Stream<FleetJob> jobs = source().jobs(from(), to())) {
            return jobs.collect(Collectors.toMap(FleetJob::id, Function.identity()));
        }
    }

    @Test
    void podsThatHoldAcceleratorsAreRunsAndOthersAreNot() {
        assertThat(runs())
                .containsOnlyKeys(
                        "test/nightly-eval-29540160-abcde",
                        "test/train-llm-worker-0",
                        "test/train-llm-worker-1",
                        "test/bert-20260301-node-0-1-9xk2p",
                        "test/small-0",
                        "test/notebook-0",
                        "test/waits-in-line",
                        "test/sweep-4f2kq",
                        "test/served-7d9c6bdf5-x2x2x");
    }

    @Test
    void aPodOfATrainJobBelongsToItsJobSetAndWasAdmittedWithIt() {
        FleetJob run = Objects.requireNonNull(runs().get("test/bert-20260301-node-0-1-9xk2p"));

        assertThat(run.family()).isEqualTo("bert");
        assertThat(run.submitted()).contains(Instant.parse("2026-03-01T01:50:00Z"));
        assertThat(run.labels()).containsEntry("admitted", "2026-03-01T01:59:00Z");
    }

    @Test
    void aPartOfAnAcceleratorIsCountedByTheResourceOfItsType() {
        FleetJob run = Objects.requireNonNull(runs().get("test/small-0"));

        assertThat(run.accelerators()).isEqualTo(new Accelerators("mig-1g.10gb", 3));
    }

    @Test
    void aRunOfACronJobBelongsToItAndHasWaitedSinceItsJobWasMade() {
        FleetJob run = Objects.requireNonNull(runs().get("test/nightly-eval-29540160-abcde"));

        assertThat(run.family()).isEqualTo("nightly-eval");
        assertThat(run.owner()).isEqualTo("test");
        assertThat(run.accelerators().count()).as("two containers of two").isEqualTo(4);
        assertThat(run.accelerators().type()).as("by the node").isEqualTo("h200");
        assertThat(run.submitted()).contains(Instant.parse("2026-03-01T00:00:00Z"));
        assertThat(run.started()).contains(Instant.parse("2026-03-01T00:10:30Z"));
        assertThat(run.ended()).contains(Instant.parse("2026-03-01T01:10:30Z"));
        assertThat(run.queued().orElseThrow()).hasSeconds(630);
        assertThat(run.labels())
                .containsEntry("phase", "Succeeded")
                .containsEntry("admitted", "2026-03-01T00:10:00Z")
                .containsEntry("scheduled", "2026-03-01T00:10:05Z")
                .containsEntry("node", "gpu-12");
    }

    @Test
    void workersOfOneJobAreOneFamily() {
        Map<String, FleetJob> runs = runs();

        assertThat(Stream.of("test/train-llm-worker-0", "test/train-llm-worker-1")
                        .map(runs::get))
                .allSatisfy(run -> {
                    assertThat(run.family()).isEqualTo("train-llm");
                    assertThat(run.accelerators().count()).isEqualTo(8);
                    assertThat(run.accelerators().type())
                            .as("by the node selector")
                            .isEqualTo("a100-sxm4-80gb");
                });
    }

    @Test
    void whatStillRunsOrWaitsHasNoEnd() {
        Map<String, FleetJob> runs = runs();

        assertThat(runs.get("test/notebook-0")).satisfies(run -> {
            assertThat(run.family()).isEqualTo("notebook");
            assertThat(run.started()).isPresent();
            assertThat(run.ended()).isEmpty();
            assertThat(run.accelerators().type()).isEqualTo("unknown");
        });
        assertThat(runs.get("test/waits-in-line"))
                .as("a Job that Kueue holds back")
                .satisfies(run -> {
                    assertThat(run.family()).isEqualTo("waits-in-line");
                    assertThat(run.started()).isEmpty();
                    assertThat(run.accelerators().count())
                            .as("four pods of two")
                            .isEqualTo(8);
                });
        assertThat(runs.get("test/served-7d9c6bdf5-x2x2x"))
                .satisfies(run -> assertThat(run.family()).isEqualTo("served"));
    }

    @Test
    void aPodThatWasEvictedEndedWithItsLastCondition() {
        FleetJob run = Objects.requireNonNull(runs().get("test/sweep-4f2kq"));

        assertThat(run.family()).as("by its label").isEqualTo("Sweep of learning rates");
        assertThat(run.started()).isEmpty();
        assertThat(run.ended()).contains(Instant.parse("2026-03-01T06:00:00Z"));
    }

    @Test
    void whereNodesAndWorkloadsAreForbiddenTheRestIsTold() {
        cluster.fail(request -> {
            String path = request.getPath();
            return path.contains("nodes") || path.contains("kueue")
                    ? Optional.of(FakeCluster.status(403, "Forbidden", "nodes is forbidden"))
                    : Optional.ofNullable(lists.get(path))
                            .map(body -> new MockResponse().setResponseCode(200).setBody(body));
        });

        assertThat(runs()).hasSize(9);
        assertThat(runs().get("test/nightly-eval-29540160-abcde")).satisfies(run -> {
            assertThat(run.accelerators().type()).isEqualTo("unknown");
            assertThat(run.labels()).doesNotContainKey("admitted");
        });
    }

    @Test
    void aServerThatRefusesIsOneClearLine() {
        cluster.fail(request -> Optional.of(FakeCluster.status(401, "Unauthorized", "Unauthorized")));

        assertThatThrownBy(this::runs)
                .isInstanceOf(AmdahlException.class)
                .hasMessageContaining("namespace test at http://localhost")
                .hasMessageContaining("the API server refuses the credentials");
    }

    @Test
    void aClusterIsToldByItsAddressAndAuthorityWithoutACall() throws IOException {
        String address = "https://10.96.0.1:443";
        Path one = Files.writeString(here.resolve("one.crt"), "authority of one");
        Path other = Files.writeString(here.resolve("other.crt"), "authority of another");
        List<Config> clusters = List.of(
                config(address).withCaCertFile(one.toString()).build(),
                config(address).withCaCertFile(other.toString()).build(),
                config(address).withCaCertData("YXV0aG9yaXR5").build(),
                config(address).build(),
                config("http://127.0.0.1:8001").withCaCertFile(one.toString()).build());

        assertThat(clusters.stream().map(ClusterIdentity::of))
                .allMatch(Optional::isPresent)
                .doesNotHaveDuplicates();
        assertThat(ClusterIdentity.of(
                        config(address).withCaCertFile(one.toString()).build()))
                .isEqualTo(ClusterIdentity.of(clusters.get(0)));
        assertThat(ClusterIdentity.of(config("http://127.0.0.1:8001").build()))
                .as("a proxy")
                .isEmpty();
    }

    private static ConfigBuilder config(String address) {
        return new ConfigBuilder(Config.empty()).withMasterUrl(address);
    }

    @Test
    void whatIsAskedForIsPartOfTheIdentity() {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(config("https://cluster.example:6443")
                        .withNamespace("train")
                        .build())
                .build()) {
            Function<Map<String, String>, Optional<String>> identity =
                    settings -> KubernetesFleetSource.over(client, new Given(Clock.systemUTC(), here, settings))
                            .identity();
            Optional<String> plain = identity.apply(Map.of());

            assertThat(plain)
                    .hasValueSatisfying(name -> assertThat(name).contains("https://cluster.example:6443", "train"))
                    .isEqualTo(identity.apply(Map.of("context", "any")));
            assertThat(identity.apply(Map.of("all-namespaces", "true")))
                    .isPresent()
                    .isNotEqualTo(plain);
            assertThat(identity.apply(Map.of("family-label", "team")))
                    .isPresent()
                    .isNotEqualTo(plain);
        }
    }

    @Test
    void anUnknownSettingIsNamed() {
        Given given = new Given(Clock.systemUTC(), here, Map.of("namespaces", "a,b"));

        assertThatThrownBy(() -> KubernetesFleetSource.over(cluster.client, given))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(
                        "setting 'namespaces' is not known; choose of accelerator-resource, all-namespaces");
    }
}
