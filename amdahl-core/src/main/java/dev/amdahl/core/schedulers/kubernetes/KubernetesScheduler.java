package dev.amdahl.core.schedulers.kubernetes;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.Disk;
import dev.amdahl.core.trial.RequestCheck;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Runs each trial as one Job of a Kubernetes namespace, named by its key. What it must know after a restart stands in the cluster: the
 * Job, and a ConfigMap with the request that outlives it. Thread-safe.
 */
public final class KubernetesScheduler implements Scheduler {
    private static final Pattern KEY = Pattern.compile("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");

    private final KubernetesSettings settings;
    private final Cluster cluster;
    private final TrialJob jobs;
    private final ResultFetch fetch;
    private final RunPoller watch;
    private final Results results;

    private KubernetesScheduler(KubernetesClient client, KubernetesSettings settings) {
        this.settings = settings;
        this.cluster = new Cluster(client, settings);
        this.jobs = new TrialJob(settings);
        this.results = new Results(settings.root());
        this.watch = new RunPoller(cluster, results, settings);
        this.fetch = new ResultFetch(cluster, results, settings);
    }

    static Scheduler of(PluginContext context) {
        KubernetesSettings settings = KubernetesSettings.from(context);
        return new KubernetesScheduler(Clients.of(context), settings);
    }

    /**
     * Creates a scheduler over a client of the host's own, in the namespace of the client.
     *
     * @throws InvalidInputException if a setting is wrong
     */
    public static KubernetesScheduler over(KubernetesClient client, PluginContext context) {
        return new KubernetesScheduler(requireNonNull(client), KubernetesSettings.from(context));
    }

    @Override
    public String name() {
        return KubernetesSettings.NAME;
    }

    /**
     * Makes the trial's ConfigMap, then its Job.
     *
     * @throws AmdahlException USER if the request is malformed, asks for a directory that pods do not see, is refused by the API server,
     *     or its key stands for another request; TRANSIENT if the server cannot be asked or forbids it
     */
    @Override
    public WorkerRunId submit(TrialRequest request) {
        RequestCheck.checkOnNodes(request);
        if (request.arms().stream().anyMatch(arm -> arm.environment().containsKey(PowerCaps.VARIABLE))) {
            throw new InvalidInputException(
                    "trial " + request.key(),
                    "caps the power of its accelerators, which a pod may not do",
                    "remove the lever, or use --scheduler local or slurm");
        }
        requireKey(request.key());
        request.arms().forEach(arm -> requireVisible(request, arm));
        ConfigMap made = TrialRecord.of(request, settings.claim().isEmpty());
        Job job = jobs.of(request);
        FailPoints.hit(FailPoint.REQUEST_SENT);
        ConfigMap record = cluster.createOrGet(made, request);
        if (!TrialRecord.holds(record, request)) {
            throw new InvalidInputException(
                    "trial " + request.key(), "was submitted with a different request", "use a new key");
        }
        if (!TrialRecord.isSubmitted(record)) {
            fetch.prepare(request);
            Job there = cluster.createOrGet(job, request);
            requireOwn(request, there);
            confirm(request.key(), there);
            FailPoints.hit(FailPoint.REQUEST_ACCEPTED);
        }
        return id(request.key());
    }

    /** The name may be taken: by a Job that is on its way out, or by one that somebody else made. */
    private static void requireOwn(TrialRequest request, Job job) {
        String place = "Job " + job.getMetadata().getName();
        if (job.getMetadata().getDeletionTimestamp() != null) {
            throw new UnavailableException(place, "is being deleted", "submit again when it is gone", null);
        }
        if (!TrialRecord.digest(request)
                .equals(Pods.annotations(job.getMetadata()).get(Labels.DIGEST))) {
            throw new InvalidInputException(place, "exists and belongs to another trial", "use a new key");
        }
    }

    /** Notes in the record that the Job was made, so that it is known to be gone once it is. */
    private void confirm(String key, Job job) {
        cluster.markRecord(
                key, Map.of(), Map.of(Labels.JOB_UID, job.getMetadata().getUid()), Set.of());
    }

    private static void requireKey(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new InvalidInputException(
                    "trial " + key, "its key cannot name a Job", "begin and end it with a letter or digit");
        }
    }

    private void requireVisible(TrialRequest request, ArmRequest arm) {
        Optional<Path> directory =
                arm.directory().map(path -> path.toAbsolutePath().normalize());
        if (directory.isPresent()
                && (settings.claim().isEmpty() || !directory.get().startsWith(settings.root()))) {
            throw new InvalidInputException(
                    "trial " + request.key() + " arm " + arm.name(),
                    "pods do not see the directory " + directory.get(),
                    "put the job into the image, or below root on a volume");
        }
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        if (!KEY.matcher(key).matches()) {
            return Optional.empty();
        }
        Optional<ConfigMap> record = cluster.record(key);
        if (record.isEmpty()) {
            return Optional.empty();
        }
        if (!TrialRecord.isSubmitted(record.get())) {
            Optional<Job> job = cluster.job(key);
            if (job.isEmpty()) {
                return Optional.empty();
            }
            confirm(key, job.get());
        }
        return Optional.of(id(key));
    }

    private WorkerRunId id(String key) {
        return new WorkerRunId(cluster.namespace() + "/" + Labels.name(key));
    }

    /** Returns the key of a run of this namespace. */
    private Optional<String> key(WorkerRunId run) {
        String prefix = cluster.namespace() + "/" + Labels.name("");
        return Optional.of(run.value())
                .filter(value -> value.startsWith(prefix))
                .map(value -> value.substring(prefix.length()))
                .filter(key -> KEY.matcher(key).matches());
    }

    /** {@inheritDoc} Two or three calls of the server for any number of runs; one more for each fifty whose Job is gone. */
    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        return watch.poll(runs, this::key);
    }

    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        if (!runs.isEmpty()) {
            Duration interval = settings.pollInterval();
            LockSupport.parkNanos((atMost.compareTo(interval) < 0 ? atMost : interval).toNanos());
        }
    }

    /** What lies here, brought by a log or on a volume. */
    @Override
    public void tidy(WorkerRunId run) {
        Optional<String> key = key(run).filter(results::isCollected);
        if (key.isPresent()) {
            TrialFolder folder = results.folder(key.get());
            try {
                folder.tidy();
            } catch (IOException e) {
                throw Disk.failure(folder.path(), e);
            }
        }
    }

    @Override
    public OptionalInt slots() {
        return settings.slots();
    }

    @Override
    public Optional<String> reason(WorkerRunId run) {
        return watch.reason(run);
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        String key = key(run).orElseThrow(() -> new InvalidInputException(
                "run " + run, "is not one of namespace " + cluster.namespace(), "ask for one that was submitted here"));
        return fetch.collect(run, key);
    }

    @Override
    public void cancel(WorkerRunId run) {
        Optional<String> key = key(run);
        Optional<Job> job = key.flatMap(cluster::job);
        if (job.isPresent() && !JobOutcome.isFinished(job.get())) {
            watch.end(key.get(), RunPoller.CANCELLED, "cancelled on request");
        }
    }
}
