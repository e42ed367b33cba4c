package dev.amdahl.core.schedulers.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.trial.RequestJson;
import dev.amdahl.core.trial.TrialScript;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.ValueSource;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The ConfigMap of a trial: its request, what its pod runs, and what outlives its Job: that the Job was made, and how this library
 * ended it.
 */
final class TrialRecord {
    static final String REQUEST = "request.json";
    static final String SCRIPT = "trial.sh";
    static final String POD = "pod.sh";
    static final String FILES = "files";

    /** The API server takes 1 MiB for all of an object. */
    private static final int MAX_BYTES = 900_000;

    private static final String RUN = "/run/";

    private TrialRecord() {}

    static ConfigMap of(TrialRequest request, boolean isByLog) {
        String json = RequestJson.format(request);
        String script = isByLog ? TrialScript.of(request) : "";
        int size = json.getBytes(UTF_8).length + script.getBytes(UTF_8).length;
        if (size > MAX_BYTES) {
            throw new InvalidInputException(
                    "trial " + request.key(),
                    "its commands and environment take " + size + " bytes, and a ConfigMap holds " + MAX_BYTES,
                    "put long text into files of the image or of a volume");
        }
        ConfigMapBuilder map = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(Labels.name(request.key()))
                .withLabels(Labels.of(request.key(), request.family()))
                .addToAnnotations(Labels.DIGEST, digest(request))
                .endMetadata()
                .addToData(REQUEST, json)
                .addToData(POD, podScript());
        if (isByLog) {
            map.addToData(SCRIPT, script).addToData(FILES, String.join("\n", files(request)) + "\n");
        }
        return map.build();
    }

    static String digest(TrialRequest request) {
        try {
            byte[] json = RequestJson.format(request).getBytes(UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static boolean holds(ConfigMap map, TrialRequest request) {
        return digest(request).equals(Pods.annotations(map.getMetadata()).get(Labels.DIGEST));
    }

    /** Returns whether its Job was made, also if it is gone by now. */
    static boolean isSubmitted(ConfigMap map) {
        return Pods.annotations(map.getMetadata()).containsKey(Labels.JOB_UID);
    }

    /** @throws IOException if it holds none */
    static TrialRequest request(ConfigMap map) throws IOException {
        String json = map.getData() == null ? null : map.getData().get(REQUEST);
        if (json == null) {
            throw new IOException("ConfigMap " + map.getMetadata().getName() + " holds no " + REQUEST);
        }
        return RequestJson.parse(json);
    }

    /** Returns what a result is made of, relative to the trial's folder, in order of need: the log carries so much. */
    static Set<String> files(TrialRequest request) {
        Set<String> files = new LinkedHashSet<>(Set.of("result.properties"));
        request.arms().forEach(arm -> files.add(arm.name() + "/metrics.json"));
        for (ArmRequest arm : request.arms()) {
            for (ValueSource source : arm.measures().values()) {
                if (source instanceof ValueSource.Json json) {
                    files.add(arm.name() + RUN + json.path());
                }
            }
        }
        request.arms().forEach(arm -> files.add(arm.name() + "/stdout.tail"));
        request.arms().forEach(arm -> files.add(arm.name() + "/stdout"));
        request.arms().forEach(arm -> arm.written().forEach(path -> files.add(arm.name() + RUN + path)));
        for (ArmRequest arm : request.arms()) {
            if (arm.isTraced()) {
                files.add(arm.name() + "/trace.json");
                files.add(arm.name() + "/steps.jsonl");
            }
            files.add(arm.name() + "/stderr.tail");
            files.add(arm.name() + "/stderr");
        }
        return files;
    }

    private static String podScript() {
        try (InputStream stream = TrialRecord.class.getResourceAsStream(POD)) {
            if (stream == null) {
                throw new AmdahlException(ErrorCategory.INTERNAL, "pod.sh is missing from the jar; rebuild it");
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new AmdahlException(ErrorCategory.INTERNAL, "pod.sh cannot be read from the jar; rebuild it", e);
        }
    }
}
