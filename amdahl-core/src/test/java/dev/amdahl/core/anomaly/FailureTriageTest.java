package dev.amdahl.core.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.job.Anomaly.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FailureTriageTest {
    private final FailureTriage triage = new FailureTriage();

    private FailureTriage.Result of(String... lines) {
        for (int i = 0; i < lines.length; i++) {
            triage.line("job.log", i + 1, lines[i]);
        }
        return triage.result();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[7812.1] NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus. | HARDWARE",
                "NVRM: Xid (PCI:0000:3b:00): 48, pid=77, DBE (double bit error) | HARDWARE",
                "RuntimeError: CUDA error: uncorrectable ECC error encountered | HARDWARE",
                "mce: [Hardware Error]: CPU 3: Machine Check: 0 Bank 7 | HARDWARE",
                "slurmstepd: error: *** JOB 77 ON n3 CANCELLED DUE TO NODE FAILURE *** | HARDWARE",
                "NVRM: Xid (PCI:0000:3b:00): 31, pid=99, name=python, Ch 00000008, MMU Fault | SOFTWARE",
                "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB | MEMORY",
                "kernel: Out of memory: Killed process 4242 (python3) total-vm:120000kB | MEMORY",
                "RuntimeError: DataLoader worker (pid 812) is killed by signal: Killed. | MEMORY",
                "ERROR: Unexpected bus error encountered in worker. insufficient shared memory (shm). | MEMORY",
                "terminate called after throwing an instance of 'std::bad_alloc' | MEMORY",
                "n2:88:91 [0] NCCL WARN NET/IB : Got completion with status 12, transport retry counter exceeded | NETWORK",
                "[rank3]: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=88) ran for 600000 ms | NETWORK",
                "ConnectionRefusedError: [Errno 111] Connection refused | NETWORK",
                "mlx5_0: Port 1 Link is Down | NETWORK",
                "torch.distributed.DistStoreError: RendezvousTimeoutError | NETWORK",
                "step 120 loss nan lr 0.001 | NUMERIC",
                "ValueError: loss is NaN | NUMERIC",
                "AssertionError: non-finite values found in gradients | NUMERIC",
                "FloatingPointError: Minimum loss scale reached (0.0001). Loss scale at minimum | NUMERIC",
                "Exception: Current loss scale already at minimum - cannot decrease scale anymore | NUMERIC",
                "PIL.UnidentifiedImageError: cannot identify image file 'a.jpg' | DATA",
                "FileNotFoundError: [Errno 2] No such file or directory: '/data/shard-17.tar' | DATA",
                "tensorflow.python.framework.errors_impl.DataLossError: corrupted record at 8821 | DATA",
                "OSError: [Errno 116] Stale file handle | DATA",
                "OSError: [Errno 28] No space left on device | DATA",
                "Assertion `t >= 0 && t < n_classes` failed. | DATA",
                "ImportError: libcudart.so.12: cannot open shared object file: No such file or directory | SOFTWARE",
                "RuntimeError: CUDA error: an illegal memory access was encountered | SOFTWARE",
                "TypeError: forward() missing 1 required positional argument | SOFTWARE",
                "Segmentation fault (core dumped) | SOFTWARE",
            })
    void oneLineIsToldByItsRule(String line, Cause cause) {
        FailureTriage.Result result = of("step 1 loss 2.3", line);

        assertThat(result.cause()).isEqualTo(cause);
        assertThat(result.confidence()).isBetween(.3, .98);
        assertThat(result.findings().get(0).line().place()).isEqualTo("job.log:2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NCCL INFO NET/IB : Using [0]mlx5_0:1/IB ; OOB eth0; timeout 22",
                "ECC errors: 0",
                "step 18 loss 0.31 grad_norm 1.2 nan_count=0",
                "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0",
                "checked 512 files, no errors",
                "--nccl-timeout=1800 --detect-anomaly --allow-inf-labels",
                "sequence truncated to 2048 tokens",
                "finished inference of batch 12, information saved",
            })
    void aHarmlessLineIsNoFailure(String line) {
        assertThat(of(line).cause()).isEqualTo(Cause.UNKNOWN);
        assertThat(of(line).findings()).isEmpty();
    }

    @Test
    void theCauseIsToldFromItsEcho() {
        FailureTriage.Result result = of(
                "step 77 loss 0.3",
                "[rank1] ConnectionResetError: [Errno 104] Connection reset by peer",
                "[rank1]: Watchdog caught collective operation timeout",
                "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.",
                "Traceback (most recent call last):",
                "RuntimeError: NCCL error: unhandled system error");

        assertThat(result.cause()).isEqualTo(Cause.HARDWARE);
        assertThat(result.confidence()).isGreaterThan(.9);
        assertThat(result.findings().get(0).line().number()).isEqualTo(4);
        assertThat(result.findings()).extracting(FailureTriage.Finding::cause).contains(Cause.NETWORK);
    }

    @Test
    void twoCausesThatAreAlikeSureAreDoubted() {
        FailureTriage.Result result =
                of("loss is nan at step 5", "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate");

        assertThat(result.cause()).isEqualTo(Cause.MEMORY);
        assertThat(result.confidence()).isCloseTo(.95 * .8, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "137, MEMORY",
        "-9, MEMORY",
        "139, SOFTWARE",
        "-11, SOFTWARE",
        "127, SOFTWARE",
        "1, UNKNOWN",
        "0, UNKNOWN"
    })
    void anExitCodeIsAHint(int code, Cause cause) {
        triage.exitCode(code);

        assertThat(triage.result().cause()).isEqualTo(cause);
        assertThat(triage.result().confidence()).isLessThanOrEqualTo(.8);
    }

    @Test
    void whatIsShownIsCutRedactedAndOfOneLine() {
        FailureTriage.Result result =
                of("\u001b[31mFileNotFoundError: token=ghp_" + "a1B2".repeat(9) + " " + "x".repeat(5000));

        String text = result.findings().get(0).line().text();
        assertThat(text).contains("[redacted").doesNotContain("ghp_", "\u001b").hasSizeLessThanOrEqualTo(300);
        assertThat(triage.lastLines()).hasSize(1);
    }

    @Test
    void manyLinesKeepOnlyTheFirstOfEachRuleAndTheLast() {
        for (int i = 1; i <= 2_000; i++) {
            triage.line("job.log", i, "FileNotFoundError: shard-" + i);
        }

        assertThat(triage.result().findings()).hasSize(1);
        assertThat(triage.result().findings().get(0).line().number()).isEqualTo(1);
        assertThat(triage.lastLines()).hasSize(40);
        assertThat(List.of(triage.lastLines().get(39).number())).containsExactly(2_000L);
    }
}
