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
import org.jspecify.annotations.Nullable;

/**
 * Does by hand what controllers and a node do: each {@link #step} makes the pods of new Jobs, runs their commands as processes of this
 * machine with the paths of mounts rewritten, kills those whose Job is gone, and writes what ended into status and log. Not thread-safe.
 */
final class FakeKubelet implements AutoCloseable {
    static final String NODE = "node-7";

    private final KubernetesClient client;
    private final Map<String, String> logs;
    private final Path root;
    /** By name of the Job. */
    private final Map<String, List<Running>> running = new HashMap<>();

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
        for (Map.Entry<String, List<Running>> entry : List.copyOf(running.entrySet())) {
            String name = entry.getKey();
            List<Running> runs = entry.getValue();
            if (jobs.stream().noneMatch(job -> job.getMetadata().getName().equals(name))) {
                runs.forEach(this::kill);
                running.remove(name);
            } else if (runs.stream().noneMatch(run -> run.process.isAlive())) {
                end(runs);
                running.remove(name);
            }
        }
    }

    private List<Running> start(Job job) throws IOException {
        List<Running> pods = new ArrayList<>();
        for (int i = 0; i < job.getSpec().getCompletions(); i++) {
            pods.add(start(job, i));
        }
        return pods;
    }

    private Running start(Job job, int index) throws IOException {
        boolean isIndexed = "Indexed".equals(job.getSpec().getCompletionMode());
        String name = job.getMetadata().getName() + (isIndexed ? "-" + index : "") + "-x7k2p";
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(job.getSpec().getTemplate().getMetadata().getLabels())
                .addToAnnotations("batch.kubernetes.io/job-completion-index", isIndexed ? "" + index : null)
                .endMetadata()
                .withSpec(job.getSpec().getTemplate().getSpec())
                .editSpec()
                .withNodeName(NODE)
                .endSpec()
                .build();
        client.pods().inNamespace(client.getNamespace()).resource(pod).create();
        Path folder = Files.createDirectories(root.resolve(name));
        Path log = folder.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(command(pod, mounts(pod, folder)))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        if (isIndexed) {
            builder.environment()
                    .putAll(Map.of(
                            "JOB_COMPLETION_INDEX",
                            "" + index,
                            "AMDAHL_HOST",
                            NODE + index,
                            "AMDAHL_POD_IP",
                            "10.0.0." + index));
        }
        Process process = builder.start();
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

    private void end(List<Running> runs) throws IOException {
        boolean isGood = true;
        for (Running run : runs) {
            isGood &= end(run);
        }
        Running run = runs.get(0);
        end(run.job, run.started, isGood ? runs.size() : null);
    }

    /** Whether it ended well. */
    private boolean end(Running run) throws IOException {
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
        return isGood;
    }

    private void end(Job job, Instant started, @Nullable Integer succeeded) {
        boolean isGood = succeeded != null;
        job.setStatus(new JobStatusBuilder()
                .withStartTime(started.toString())
                .withSucceeded(succeeded)
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
        List<Running> runs = running.getOrDefault(job, List.of());
        for (Running run : runs) {
            try {
                CompletableFuture<Process> end = run.process.onExit();
                end.get(60, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError(job + " has not ended in a minute", e);
            }
        }
        if (!runs.isEmpty()) {
            step();
        }
    }

    /** Kills what runs and empties the namespace of Jobs and pods. */
    @Override
    public void close() {
        client.batch().v1().jobs().inNamespace(client.getNamespace()).delete();
        running.values().forEach(runs -> runs.forEach(this::kill));
        client.pods().inNamespace(client.getNamespace()).withGracePeriod(0).delete();
    }
}
