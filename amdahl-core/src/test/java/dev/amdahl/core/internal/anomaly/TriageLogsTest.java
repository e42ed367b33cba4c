package dev.amdahl.core.internal.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Anomaly.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs in the words of the tools that write them: Slurm, Kubernetes, PyTorch, NCCL, CUDA, ROCm, the hub of models, git, resolvers. */
final class TriageLogsTest {
    private static final Path FOLDER = Path.of("src/test/resources/dev/amdahl/core/internal/anomaly/logs");
    private static final int LOGS = 31;

    @ParameterizedTest
    @CsvSource({
        "slurm-preemption, SCHEDULER, preemption",
        "slurm-time-limit, SCHEDULER, time-limit",
        "slurm-cancelled-step, SCHEDULER, cancelled",
        "slurm-node-fail, HARDWARE, node",
        "slurm-out-of-memory, MEMORY, out-of-host-memory",
        "slurm-failed-rank, SOFTWARE, exception",
        "kubernetes-oom-killed, MEMORY, out-of-host-memory",
        "kubernetes-evicted-memory, SCHEDULER, eviction",
        "kubernetes-evicted-storage, SCHEDULER, eviction",
        "kubernetes-preempted, SCHEDULER, preemption",
        "kubernetes-deadline, SCHEDULER, time-limit",
        "kubernetes-unschedulable, SCHEDULER, not-placed",
        "torch-cuda-out-of-memory, MEMORY, out-of-device-memory",
        "rocm-out-of-memory, MEMORY, out-of-device-memory",
        "rocm-memory-fault, SOFTWARE, device-fault",
        "nccl-watchdog, NETWORK, collective-timeout",
        "nccl-infiniband, NETWORK, collective-peer",
        "torchrun-rendezvous, NETWORK, rendezvous",
        "xid-79, HARDWARE, off-the-bus",
        "xid-94-contained, HARDWARE, xid-contained",
        "cuda-illegal-access, SOFTWARE, device-program",
        "cuda-driver-too-old, SOFTWARE, driver",
        "hub-gated, SOFTWARE, login",
        "hub-no-token, SOFTWARE, login",
        "git-login, SOFTWARE, login",
        "dns-git, NETWORK, name-resolution",
        "dns-python, NETWORK, name-resolution",
        "permission-denied, SOFTWARE, access",
        "no-space-left, DATA, no-space",
        "not-a-number, NUMERIC, loss-not-a-number",
        "shared-memory, MEMORY, shared-memory"
    })
    void aLogIsNamedByWhatEndedTheJob(String log, Cause cause, String rule) throws IOException {
        FailureTriage.Result result = triage(log);

        assertThat(result.cause()).isEqualTo(cause);
        assertThat(result.findings().get(0).rule()).isEqualTo(rule);
    }

    @Test
    void noLogIsLeftOut() throws IOException {
        try (Stream<Path> logs = Files.list(FOLDER)) {
            assertThat(logs).hasSize(LOGS);
        }
    }

    private static FailureTriage.Result triage(String log) throws IOException {
        FailureTriage triage = new FailureTriage();
        try (InputStream in = TriageLogsTest.class.getResourceAsStream("logs/" + log + ".log")) {
            assertThat(in).as(log).isNotNull();
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            for (int i = 0; i < lines.size(); i++) {
                triage.line(log, i + 1, lines.get(i));
            }
        }
        return triage.result();
    }
}
