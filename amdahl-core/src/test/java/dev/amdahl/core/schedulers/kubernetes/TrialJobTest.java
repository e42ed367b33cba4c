package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.job.Accelerators;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrialJobTest {
    @TempDir
    Path here;

    private static Job job(Given given, Wanted wanted) {
        return new TrialJob(KubernetesSettings.from(given)).of(wanted);
    }

    private static PodSpec pod(Job job) {
        return job.getSpec().getTemplate().getSpec();
    }

    private static Container trial(Job job) {
        return pod(job).getContainers().stream()
                .filter(container -> container.getName().equals("trial"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aJobRunsOnceIsBoundedAndNamesNoArm() {
        Job job = job(Given.in(here), Wanted.shell("k1", "true"));

        assertThat(job.getMetadata().getName()).isEqualTo("amdahl-k1");
        assertThat(job.getMetadata().getLabels())
                .containsEntry("amdahl.io/key", "k1")
                .containsEntry("amdahl.io/family", "nightly-eval")
                .doesNotContainKey("kueue.x-k8s.io/queue-name");
        assertThat(job.getSpec().getBackoffLimit()).isZero();
        assertThat(job.getSpec().getTtlSecondsAfterFinished()).isEqualTo(7 * 86_400);
        assertThat(job.getSpec().getSuspend()).isNull();
        assertThat(job.getSpec().getActiveDeadlineSeconds())
                .as("it would count the queue")
                .isNull();
        assertThat(pod(job).getRestartPolicy()).isEqualTo("Never");
        assertThat(pod(job).getActiveDeadlineSeconds()).isEqualTo(2 * (20 * 60 + 30) + 600);
        assertThat(pod(job).getAutomountServiceAccountToken()).isFalse();
        assertThat(trial(job).getResources().getLimits()).isEqualTo(Map.of("nvidia.com/gpu", new Quantity("2")));
        assertThat(trial(job).getCommand())
                .containsExactly("sh", "/amdahl/job/pod.sh", "/amdahl/job", "/amdahl/trial/k1", "k1", "log");
        assertThat(Serialization.asYaml(job))
                .doesNotContainIgnoringCase("baseline")
                .doesNotContainIgnoringCase("variant");
    }

    @Test
    void aRestrictedNamespaceTakesIt() throws IOException {
        SecurityContext made =
                trial(job(Given.in(here), Wanted.shell("k1", "true"))).getSecurityContext();
        assertThat(made.getAllowPrivilegeEscalation()).isFalse();
        assertThat(made.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(made.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");

        Path template = Files.writeString(here.resolve("template.yaml"), """
                spec:
                  containers:
                    - name: trial
                      securityContext: {privileged: true, capabilities: {add: [SYS_ADMIN]}}
                """);
        SecurityContext own = trial(
                        job(Given.in(here).with("pod-template", template.toString()), Wanted.shell("k1", "true")))
                .getSecurityContext();
        assertThat(own.getAllowPrivilegeEscalation()).isNull();
        assertThat(own.getCapabilities().getDrop()).isEmpty();
        assertThat(own.getCapabilities().getAdd()).containsExactly("SYS_ADMIN");
    }

    @Test
    void settingsAreFollowed() {
        Given given = Given.in(here)
                .with("queue", "gpu-team")
                .with("scheduler-name", "volcano")
                .with("service-account", "trials")
                .with("priority-class", "low")
                .with("cpu", "8")
                .with("memory", "64Gi")
                .with("accelerator-resource", "amd.com/gpu")
                .with("type-label", "nvidia.com/gpu.product")
                .with("type.h200", "NVIDIA-H200")
                .with("time-to-live", "PT1H")
                .with("start-allowance", "PT1M")
                .with("queue-limit", "PT2H");
        Job job = job(given, Wanted.shell("k1", "true").avoiding("gpu-12"));

        assertThat(job.getMetadata().getLabels()).containsEntry("kueue.x-k8s.io/queue-name", "gpu-team");
        assertThat(job.getSpec().getSuspend()).as("until Kueue admits it").isTrue();
        assertThat(job.getSpec().getTtlSecondsAfterFinished()).isEqualTo(3600);
        assertThat(pod(job).getActiveDeadlineSeconds()).isEqualTo(2 * (20 * 60 + 30) + 60);
        assertThat(job.getSpec().getActiveDeadlineSeconds()).isEqualTo(7200 + 2 * (20 * 60 + 30) + 60);
        assertThat(pod(job).getSchedulerName()).isEqualTo("volcano");
        assertThat(pod(job).getServiceAccountName()).isEqualTo("trials");
        assertThat(pod(job).getPriorityClassName()).isEqualTo("low");
        assertThat(pod(job).getNodeSelector()).isEqualTo(Map.of("nvidia.com/gpu.product", "NVIDIA-H200"));
        assertThat(trial(job).getResources().getRequests()).containsOnlyKeys("cpu", "memory");
        assertThat(trial(job).getResources().getLimits())
                .isEqualTo(Map.of("memory", new Quantity("64Gi"), "amd.com/gpu", new Quantity("2")));
        var affinity = pod(job).getAffinity().getNodeAffinity();
        assertThat(affinity.getRequiredDuringSchedulingIgnoredDuringExecution())
                .as("a wish")
                .isNull();
        assertThat(affinity.getPreferredDuringSchedulingIgnoredDuringExecution())
                .singleElement()
                .satisfies(term -> assertThat(
                                term.getPreference().getMatchFields().get(0).getValues())
                        .isEqualTo(List.of("gpu-12")));
    }

    @ParameterizedTest
    @CsvSource({"cpu", "none"})
    void aJobOfTheProcessorAsksForNoAccelerator(String type) {
        Given given = Given.in(here).with("type-label", "nvidia.com/gpu.product");
        Job job = job(given, Wanted.shell("k1", "true").on(type, 1));

        assertThat(trial(job).getResources().getLimits()).isNullOrEmpty();
        assertThat(pod(job).getNodeSelector()).isNullOrEmpty();
    }

    @Test
    void aPartOfAnAcceleratorHasAResourceOfItsOwnAndAClaimATemplate() {
        Given given = Given.in(here)
                .with("type-label", "nvidia.com/gpu.product")
                .with("resource.mig-1g.10gb", "nvidia.com/mig-1g.10gb")
                .with("claim-template.h200", "one-h200");

        Job part = job(given, Wanted.shell("k1", "true").on("mig-1g.10gb", 2));
        Job claimed = job(given, Wanted.shell("k2", "true"));

        assertThat(trial(part).getResources().getLimits())
                .isEqualTo(Map.of("nvidia.com/mig-1g.10gb", new Quantity("2")));
        assertThat(pod(part).getNodeSelector()).isNullOrEmpty();
        assertThat(pod(part).getResourceClaims()).isEmpty();
        assertThat(trial(claimed).getResources().getLimits()).isNullOrEmpty();
        assertThat(trial(claimed).getResources().getClaims())
                .extracting(claim -> claim.getName())
                .containsExactly("accelerator-0", "accelerator-1");
        assertThat(pod(claimed).getResourceClaims())
                .extracting(claim -> claim.getName() + " " + claim.getResourceClaimTemplateName())
                .containsExactly("accelerator-0 one-h200", "accelerator-1 one-h200");
        assertThat(pod(job(given.with("type.h200", "NVIDIA-H200"), Wanted.shell("k3", "true")))
                        .getNodeSelector())
                .containsEntry("nvidia.com/gpu.product", "NVIDIA-H200");
    }

    @Test
    void aPodTemplateIsWhereItStartsFrom() throws IOException {
        Path file = Files.writeString(here.resolve("pod.yaml"), """
                metadata:
                  annotations: {scheduling.volcano.sh/queue-name: trials}
                spec:
                  tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                  imagePullSecrets: [{name: pull}]
                  containers:
                    - name: trial
                      env: [{name: HF_HOME, value: /cache}]
                      volumeMounts: [{name: shm, mountPath: /dev/shm}]
                    - {name: exporter, image: "registry.example/exporter:1"}
                  volumes: [{name: shm, emptyDir: {medium: Memory, sizeLimit: 8Gi}}]
                """);
        Job job = job(Given.in(here).with("pod-template", file.toString()), Wanted.shell("k1", "true"));

        PodTemplateSpec template = job.getSpec().getTemplate();
        assertThat(template.getMetadata().getAnnotations()).containsEntry("scheduling.volcano.sh/queue-name", "trials");
        assertThat(template.getMetadata().getLabels()).containsEntry("amdahl.io/key", "k1");
        assertThat(pod(job).getTolerations()).hasSize(1);
        assertThat(pod(job).getContainers()).extracting(Container::getName).containsExactly("trial", "exporter");
        assertThat(trial(job).getEnv())
                .extracting(EnvVar::getName)
                .containsExactly("HF_HOME", "AMDAHL_BOARD", "AMDAHL_HOST");
        assertThat(trial(job).getVolumeMounts()).hasSize(3);
        assertThat(pod(job).getVolumes()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "image |  | setting image: is missing",
                "imgae | x | setting 'imgae' is not known; choose of accelerator-resource",
                "time-to-live | 7d | setting time-to-live: is '7d'; write it like PT10M or P7D",
                "time-to-live | -PT1S | give more than zero",
                "queue-limit | PT0S | give more than zero",
                "volume-claim | trials | setting root: is missing",
                "pod-template | nowhere.yaml | is not a file"
            })
    void aWrongSettingIsNamed(String name, String value, String said) {
        Given given =
                value == null ? Given.in(here).without(name) : Given.in(here).with(name, value);

        assertThatThrownBy(() -> KubernetesSettings.from(given))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("kubernetes scheduler")
                .hasMessageContaining(said);
    }

    @Test
    void aTemplateThatIsNoneIsNamed() throws IOException {
        Path file = Files.writeString(here.resolve("pod.yaml"), "spec: [1, 2");

        assertThatThrownBy(() -> job(Given.in(here).with("pod-template", file.toString()), Wanted.shell("k1", "true")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("pod.yaml: is not a PodTemplateSpec");
    }

    @ParameterizedTest
    @CsvSource({
        "nightly eval, nightly-eval",
        "-x-, x",
        "Überlast!, berlast",
        "'', unnamed",
        "___, unnamed",
        "a/b:c, a-b-c"
    })
    void anyFamilyBecomesALabel(String family, String label) {
        assertThat(Labels.value(family)).isEqualTo(label);
        assertThat(Labels.value("x".repeat(100))).hasSize(63);
    }

    @Test
    void whatCanNeverRunIsRefusedBeforeAnythingIsMade() throws IOException {
        try (FakeCluster cluster = new FakeCluster()) {
            KubernetesScheduler scheduler = KubernetesScheduler.over(cluster.client, Given.in(here));

            assertThatThrownBy(() -> scheduler.submit(Wanted.shell("ends-", "true")))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("cannot name a Job");
            assertThatThrownBy(
                            () -> scheduler.submit(Wanted.shell("dir", "true").in(here)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("pods do not see the directory " + here);
            assertThatThrownBy(() -> scheduler.submit(Wanted.shell("long", "x".repeat(500_000))))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("a ConfigMap holds 900000");
            ArmPlan capped =
                    ArmPlan.of("a", List.of("true"), Duration.ofMinutes(1), 0).with(PowerCaps.VARIABLE, "300 W");
            Wanted cap = new Wanted("cap", "f", new Accelerators("h200", 1), List.of(capped), Set.of());
            assertThatThrownBy(() -> scheduler.submit(cap))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("caps the power of its accelerators, which a pod may not do");
            assertThat(cluster.calls).isEmpty();
        }
    }
}
