package dev.amdahl.examples.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodManifestTest {
    private static final String JOB = """
            apiVersion: v1
            kind: ConfigMap
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: {generateName: nightly-, namespace: ml}
            spec:
              activeDeadlineSeconds: 90
              template:
                spec:
                  nodeSelector: {nvidia.com/gpu.product: NVIDIA-H100}
                  initContainers: [{name: fetch}]
                  containers:
                    - name: main
                      image: registry.example/eval:3
                      workingDir: /app
                      command: [bash, -lc]
                      args: ["export LOG=1 && cd /app && python3 /app/train.py --workers=$(WORKERS)"]
                      env:
                        - {name: WORKERS, value: "4"}
                        - {name: HF_TOKEN, value: abc}
                        - {name: DB, valueFrom: {secretKeyRef: {name: s, key: k}}}
                      envFrom: [{secretRef: {name: t}}]
                      resources: {limits: {nvidia.com/gpu: 2, cpu: 4}}
            """;

    @TempDir
    private Path folder;

    private JobCommand read(String text) throws IOException {
        Files.writeString(folder.resolve("pod.yaml"), text);
        return JobCommand.of(List.of("pod.yaml"), folder, new Accelerators("cpu", 1));
    }

    @Test
    void aPodWhoseProgramIsHereIsAJobOfThisMachine() throws IOException {
        Files.writeString(folder.resolve("train.py"), "print(1)\n");
        JobCommand job = read(JOB);

        assertThat(job.isElsewhere()).isFalse();
        assertThat(job.family()).isEqualTo("nightly");
        assertThat(job.command()).containsExactly("python3", "train.py", "--workers=4");
        assertThat(job.directory()).isEqualTo(folder);
        assertThat(job.environment()).isEqualTo(Map.of("WORKERS", "4", "LOG", "1"));
        assertThat(job.accelerators()).isEqualTo(new Accelerators("nvidia-h100", 2));
        assertThat(job.timeLimit()).contains(Duration.ofSeconds(90));
        assertThat(job.findings())
                .containsExactly(
                        "pod.yaml: of its 2 documents the Job is the job; what the others are for is not known here",
                        "pod.yaml: containers after the first are left out: fetch",
                        "pod.yaml: the variable HF_TOKEN may be a secret, and is not copied",
                        "pod.yaml: the variable DB comes from secretKeyRef, and is not copied",
                        "pod.yaml: the variables of 'envFrom' are not copied",
                        "in the cluster its trials run by: amdahl loop --scheduler kubernetes --scheduler-setting"
                                + " image=registry.example/eval:3 --scheduler-setting namespace=ml"
                                + " (docs/kubernetes.md); pods do not see a 'directory' of this machine");
    }

    @Test
    void aPodWhoseProgramIsInItsImageIsOnlyRead() throws IOException {
        JobCommand job = read(JOB);

        assertThat(job.isElsewhere()).isTrue();
        assertThat(job.command()).containsExactly("env", "--chdir=/app", "python3", "/app/train.py", "--workers=4");
        assertThat(job.findings())
                .contains(
                        "not run, because the program of pod.yaml is not in this folder: only what the manifest says is"
                                + " known");
    }

    @ParameterizedTest
    @CsvSource({
        "Pod, 'spec: {containers: [X]}', 1, 1",
        "Deployment, 'spec: {template: {spec: {containers: [X]}}}', 1, 1",
        "CronJob, 'spec: {jobTemplate: {spec: {template: {spec: {containers: [X]}}}}}', 1, 1",
        "PyTorchJob, 'spec: {pytorchReplicaSpecs: {Master: {replicas: 1, template: {spec: {containers: [X]}}}}}', 1, 1",
        "PyTorchJob, 'spec: {pytorchReplicaSpecs: {Master: {replicas: 1}, Worker: {replicas: 3, template: {spec: {containers: [X]}}}}}', 4, 4",
    })
    void kinds(String kind, String spec, int count, int nodes) throws IOException {
        JobCommand job = read("kind: " + kind + "\nmetadata: {name: n}\n"
                + spec.replace("X", "{command: [./t], resources: {requests: {amd.com/gpu: '1'}}}") + "\n");
        assertThat(job.family()).isEqualTo("n");
        assertThat(job.command()).containsExactly("./t");
        assertThat(job.accelerators()).isEqualTo(new Accelerators("gpu", count, nodes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "kind: Service~has no Kubernetes object that starts pods and can be read here; name a manifest of one of",
                "a: [~not YAML",
                "kind: Pod~has no pod",
                "{kind: Pod, spec: {containers: []}}~has no container",
                "{kind: Pod, spec: {containers: [{args: [x]}]}}~leaves its command to the image, which is not read; write it",
            })
    void whatIsNoJob(String text, String why) {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> read(text + "\n"))
                .withMessageContaining(why);
    }
}
