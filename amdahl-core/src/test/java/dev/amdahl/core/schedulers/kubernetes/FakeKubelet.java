package dev.amdahl.core.schedulers.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Does by hand what controllers and a node do: each {@link #step} makes the pods of new Jobs, runs their commands as processes of this
 * machine with the paths of mounts rewritten, kills those whose Job is gone, and writes what ended into status and log. Not thread-safe.
 */
final class FakeKubelet implements AutoCloseable {
    static final String NODE = "node-7";

    private final KubernetesClient client;
    private final Map<String, String> logs;
    private final Path root;
    private final Map<String, Running> running = new HashMap<>();

    FakeKubelet(FakeCluster cluster, Path root) {
        this(cluster.client, cluster.logs, root);
    }

    /** One that writes logs by pod into a map. */
    FakeKubelet(KubernetesClient client, Map<String, String> logs, Path root) {
        this.client = client;
        this.logs = logs;
        this.root = root;
    }

    private record Running(Job job, Pod pod, Process process, Path log, Instant started) {}

    void step() throws IOException {
        List<Job> jobs = client.batch()
                .v1()
                .jobs()
                .inNamespace(client.getNamespace())
                .list()
                .getItems();
        for (Job job : jobs) {
            String name = job.getMetadata().getName();
            boolean isNew = !JobOutcome.isFinished(job) && !running.containsKey(name);
            if (isNew && !Boolean.TRUE.equals(job.getSpec().getSuspend())) {
                running.put(name, start(job));
            }
        }
        for (Running run : List.copyOf(running.values())) {
            String name = run.job.getMetadata().getName();
            if (jobs.stream().noneMatch(job -> job.getMetadata().getName().equals(name))) {
                kill(run);
                running.remove(name);
            } else if (!run.process.isAlive()) {
                end(run);
                running.remove(name);
            }
        }
    }

    private Running start(Job job) throws IOException {
        String name = job.getMetadata().getName() + "-x7k2p";
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(job.getSpec().getTemplate().getMetadata().getLabels())
                .endMetadata()
                .withSpec(job.getSpec().getTemplate().getSpec())
                .editSpec()
                .withNodeName(NODE)
                .endSpec()
                .build();
        client.pods().inNamespace(client.getNamespace()).resource(pod).create();
        Path folder = Files.createDirectories(root.resolve(name));
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(command(pod, mounts(pod, folder)))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Instant now = Instant.now();
        ContainerState state = new ContainerStateBuilder()
                .withNewRunning()
                .withStartedAt(now.toString())
                .endRunning()
                .build();
        status(pod, "Running", state);
        return new Running(job, pod, process, log, now);
    }

    private Map<String, Path> mounts(Pod pod, Path folder) throws IOException {
        Map<String, Path> places = new HashMap<>();
        for (Volume volume : pod.getSpec().getVolumes()) {
            Path place = folder.resolve(volume.getName());
            if (volume.getConfigMap() != null) {
                Files.createDirectories(place);
                Map<String, String> data = client.configMaps()
                        .inNamespace(client.getNamespace())
                        .withName(volume.getConfigMap().getName())
                        .get()
                        .getData();
                for (Map.Entry<String, String> file : data.entrySet()) {
                    Files.writeString(place.resolve(file.getKey()), file.getValue());
                }
                places.put(volume.getName(), place);
            } else if (volume.getEmptyDir() != null) {
                places.put(volume.getName(), Files.createDirectories(place));
            }
        }
        return places;
    }

    private static List<String> command(Pod pod, Map<String, Path> places) {
        Container container = pod.getSpec().getContainers().get(0);
        List<String> words = new ArrayList<>();
        for (String word : container.getCommand()) {
            String here = word;
            for (VolumeMount mount : container.getVolumeMounts()) {
                Path place = places.get(mount.getName());
                if (place != null && (word + "/").startsWith(mount.getMountPath() + "/")) {
                    here = place + word.substring(mount.getMountPath().length());
                }
            }
            words.add(here);
        }
        return words;
    }

    private void end(Running run) throws IOException {
        String text = Files.readString(run.log, UTF_8);
        int code = run.process.exitValue();
        boolean isGood = code == 0;
        logs.put(run.pod.getMetadata().getName(), text);
        ContainerState state = new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(code)
                .withReason(isGood ? "Completed" : "Error")
                .withMessage(isGood ? null : text.substring(Math.max(0, text.length() - 2048)))
                .withStartedAt(run.started.toString())
                .withFinishedAt(Instant.now().toString())
                .endTerminated()
                .build();
        status(run.pod, isGood ? "Succeeded" : "Failed", state);
        Job job = run.job;
        job.setStatus(new JobStatusBuilder()
                .withStartTime(run.started.toString())
                .withSucceeded(isGood ? 1 : null)
                .withFailed(isGood ? null : 1)
                .addNewCondition()
                .withType(isGood ? "Complete" : "Failed")
                .withStatus("True")
                .withReason(isGood ? null : "BackoffLimitExceeded")
                .withMessage(isGood ? null : "Job has reached the specified backoff limit")
                .endCondition()
                .build());
        client.batch()
                .v1()
                .jobs()
                .inNamespace(client.getNamespace())
                .withName(job.getMetadata().getName())
                .editStatus(now -> {
                    now.setStatus(job.getStatus());
                    return now;
                });
    }

    private void status(Pod pod, String phase, ContainerState state) {
        client.pods()
                .inNamespace(client.getNamespace())
                .withName(pod.getMetadata().getName())
                .editStatus(now -> {
                    now.setStatus(new PodStatusBuilder()
                            .withPhase(phase)
                            .addNewContainerStatus()
                            .withName(pod.getSpec().getContainers().get(0).getName())
                            .withState(state)
                            .endContainerStatus()
                            .build());
                    return now;
                });
    }

    private void kill(Running run) {
        run.process.descendants().forEach(ProcessHandle::destroyForcibly);
        run.process.destroyForcibly();
        client.pods()
                .inNamespace(client.getNamespace())
                .withName(run.pod.getMetadata().getName())
                .withGracePeriod(0)
                .delete();
    }

    /** Steps until a run of a Job has ended. */
    void finish(String job) throws IOException {
        step();
        Running run = running.get(job);
        if (run != null) {
            try {
                CompletableFuture<Process> end = run.process.onExit();
                end.get(60, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError(job + " has not ended in a minute", e);
            }
            step();
        }
    }

    /** Kills what runs and empties the namespace of Jobs and pods. */
    @Override
    public void close() {
        client.batch().v1().jobs().inNamespace(client.getNamespace()).delete();
        running.values().forEach(this::kill);
        client.pods().inNamespace(client.getNamespace()).withGracePeriod(0).delete();
    }
}
