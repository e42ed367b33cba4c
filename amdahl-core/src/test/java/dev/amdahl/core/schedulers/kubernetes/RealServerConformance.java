package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.SchedulerContract;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.job.FleetJob;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract against a real API server; docs/kubernetes/real-server.sh runs it. With an image in {@code AMDAHL_KUBERNETES_IMAGE} the
 * cluster runs the pods and results come by their logs; without one, this process plays controller and node, and results come over a
 * folder. The namespace of the context is emptied of Jobs, pods and ConfigMaps of this library.
 */
final class RealServerConformance extends SchedulerContract {
    private static final Optional<String> IMAGE = Optional.ofNullable(System.getenv("AMDAHL_KUBERNETES_IMAGE"));

    private static KubernetesClient client;

    @TempDir
    Path node;

    private FakeKubelet kubelet;

    @BeforeAll
    static void connect() {
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.autoConfigure(null)).build())
                .build();
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @BeforeEach
    void empty() {
        kubelet = new FakeKubelet(client, new ConcurrentHashMap<>(), node);
        clear();
    }

    @AfterEach
    void clear() {
        Map<String, String> ours = Map.of(Labels.MANAGED_BY, Labels.MANAGER);
        String namespace = client.getNamespace();
        if (IMAGE.isEmpty()) {
            kubelet.close();
        }
        client.batch().v1().jobs().inNamespace(namespace).withLabels(ours).delete();
        client.pods().inNamespace(namespace).withLabels(ours).withGracePeriod(0).delete();
        client.configMaps().inNamespace(namespace).withLabels(ours).delete();
    }

    @Override
    protected Scheduler open(Path place) {
        Given given = Given.in(place);
        return IMAGE.isPresent()
                ? KubernetesScheduler.over(client, given.with("image", IMAGE.get()))
                : new SteppingScheduler(
                        KubernetesScheduler.over(
                                client, given.with("root", place.toString()).with("volume-claim", "trials")),
                        kubelet);
    }

    @Test
    void aJobThatTheServerFindsInvalidIsRefused(@TempDir Path place) {
        KubernetesScheduler scheduler =
                KubernetesScheduler.over(client, Given.in(place).with("service-account", "Not_A_Name"));

        assertThatThrownBy(() -> scheduler.submit(Wanted.shell("invalid", "true")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("422");
        assertThat(scheduler.find("invalid")).isEmpty();
    }

    @Test
    void aJobWithEverythingSetIsTakenAsItWasMeant(@TempDir Path place) {
        KubernetesScheduler scheduler = KubernetesScheduler.over(
                client,
                Given.in(place)
                        .with("type-label", "nvidia.com/gpu.product")
                        .with("cpu", "2")
                        .with("memory", "1Gi")
                        .with("scheduler-name", "nobody")
                        .with("queue-limit", "PT1H"));
        scheduler.submit(Wanted.shell("full", "true").avoiding("gpu-12"));

        Job job = client.batch()
                .v1()
                .jobs()
                .inNamespace(client.getNamespace())
                .withName("amdahl-full")
                .get();
        PodSpec pod = job.getSpec().getTemplate().getSpec();
        assertThat(pod.getContainers().get(0).getResources().getLimits())
                .containsEntry("nvidia.com/gpu", new Quantity("2"));
        assertThat(pod.getAffinity().getNodeAffinity().getPreferredDuringSchedulingIgnoredDuringExecution())
                .hasSize(1);
        assertThat(pod.getActiveDeadlineSeconds()).isEqualTo(2 * (20 * 60 + 30) + 600);
    }

    @Test
    void theFleetIsRead(@TempDir Path place) {
        client.pods()
                .inNamespace(client.getNamespace())
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("fleet-7")
                        .addToLabels(Labels.MANAGED_BY, "somebody")
                        .endMetadata()
                        .withNewSpec()
                        .withSchedulerName("nobody")
                        .addNewContainer()
                        .withName("main")
                        .withImage("registry.example/train:1")
                        .withNewResources()
                        .addToLimits("nvidia.com/gpu", new Quantity("2"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        try (Stream<FleetJob> jobs = KubernetesFleetSource.over(
                        client, Given.in(place).without("image").without("poll-interval"))
                .jobs(Instant.EPOCH, Instant.now().plusSeconds(3600))) {
            assertThat(jobs).anySatisfy(run -> {
                assertThat(run.family()).isEqualTo("fleet");
                assertThat(run.accelerators().count()).isEqualTo(2);
                assertThat(run.started()).isEmpty();
            });
        } finally {
            client.pods()
                    .inNamespace(client.getNamespace())
                    .withName("fleet-7")
                    .withGracePeriod(0)
                    .delete();
        }
    }
}
