package dev.amdahl.core.internal.anomaly;

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
                "[W socket.cpp:601] [c10d] The client socket has timed out after 60s while trying to connect to (n0, 29500). | NETWORK",
                "socket.gaierror: [Errno -2] Name or service not known | NETWORK",
                "dial tcp: lookup registry.example.org on 10.0.0.10:53: no such host | NETWORK",
                "OSError: [Errno 28] No space left on device: '/dev/shm/nccl-Ab12' | MEMORY",
                "/var/spool/slurmd/job88/slurm_script: line 12:  4242 Killed                  python train.py | MEMORY",
                "HW Exception by GPU node-1 (Agent handle: 0x55) reason :GPU Hang | HARDWARE",
                "amdgpu 0000:c1:00.0: amdgpu: [gfxhub0] no-retry page fault (src_id:0 ring:24 vmid:3) | SOFTWARE",
                "bash: ./launch.sh: Permission denied | SOFTWARE",
                "git@github.com: Permission denied (publickey). | SOFTWARE",
                "wandb: ERROR api_key not configured (no-tty). call wandb.login(key=[your_api_key]) | SOFTWARE",
                "botocore.exceptions.NoCredentialsError: Unable to locate credentials | SOFTWARE",
                "RuntimeError: CUDA error: CUDA driver version is insufficient for CUDA runtime version | SOFTWARE",
                "Failed to initialize NVML: Driver/library version mismatch | SOFTWARE",
                "=>> PBS: job killed: walltime 3615 exceeded limit 3600 | SCHEDULER",
                "TERM_RUNLIMIT: job killed after reaching LSF run time limit. | SCHEDULER",
                "train-0   0/1     Evicted   0          3h | SCHEDULER",
                "884213       pretrain        gpu   research         64  PREEMPTED      0:0 | SCHEDULER",
                "90117           sweep        gpu   research          8    TIMEOUT      0:0 | SCHEDULER",
                "91200            eval        gpu   research          8 CANCELLED by 1001      0:0 | SCHEDULER",
                "91801           shard        gpu   research          8 OUT_OF_ME+    0:125 | MEMORY",
                "W: Temporary failure resolving 'archive.ubuntu.com' | NETWORK",
                "fatal error: An error occurred (403) when calling the HeadObject operation: Forbidden | SOFTWARE",
                "sbatch: error: Batch job submission failed: Requested node configuration is not available | SCHEDULER",
                "torch.distributed.elastic.multiprocessing.api.SignalException: Process 71 got signal: 15 | SCHEDULER",
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
                "WARNING scheduler.py: Sequence group 8 is preempted by PreemptionMode.RECOMPUTE mode because there is not enough KV cache space.",
                "[W socket.cpp:464] [c10d] The IPv6 network addresses of (n0, 29500) cannot be retrieved (gai error: -2 - Name or service not known).",
                "prefix cache: evicted 128 blocks",
                "wandb: Currently logged in as: somebody. Use `wandb login --relogin` to force relogin",
                "Warning: You are sending unauthenticated requests to the HF Hub. Please set a HF_TOKEN to enable higher rate limits.",
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
    void anErrorThatWasNotContainedIsToldFromOneThatWas() {
        FailureTriage.Result result = of(
                "NVRM: Xid (PCI:0000:0f:00): 94, pid=7194, name=python3, Contained: SM (0x1). RST: No, D-RST: No",
                "NVRM: Xid (PCI:0000:0f:00): 95, pid=7194, name=python3, Uncontained: LTC TAG. RST: Yes, D-RST: No");

        assertThat(result.findings().get(0).rule()).isEqualTo("xid-uncontained");
    }

    @Test
    void aStepThatIsCancelledAfterAFailureIsItsEcho() {
        FailureTriage.Result result = of(
                "slurmstepd: error: *** STEP 1.0 ON n1 CANCELLED AT 2026-03-02T03:13:02 ***",
                "[rank3]: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=88) ran for 600000 ms");

        assertThat(result.cause()).isEqualTo(Cause.NETWORK);
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
        "143, SCHEDULER",
        "-15, SCHEDULER",
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

    @Test
    void aKeyInALogIsShownNeitherInAFindingNorAmongTheLastLines() {
        String body = "MIIEpAIBAAKCAQEA7bq0c5".repeat(3);
        FailureTriage.Result result = of(
                "12:00 loading -----BEGIN RSA PRIVATE KEY-----",
                "12:00 loading " + body,
                "12:00 loading " + body,
                "12:00 loading -----END RSA PRIVATE KEY-----",
                "RuntimeError: CUDA error: an illegal memory access was encountered");

        assertThat(result.cause()).isEqualTo(Cause.SOFTWARE);
        assertThat(triage.lastLines())
                .hasSize(5)
                .extracting(FailureTriage.Line::text)
                .noneMatch(text -> text.contains("MIIE"))
                .contains("[redacted private key]");
    }

    @Test
    void theEndOfAKeyIsNotShownWhereTheLastLinesBeginInIt() {
        String body = "MIIEpAIBAAKCAQEA7bq0c5".repeat(3);
        of("-----BEGIN RSA PRIVATE KEY-----");
        for (int i = 0; i < 60; i++) {
            of(body);
        }

        assertThat(triage.lastLines())
                .isNotEmpty()
                .noneMatch(line -> line.text().contains("MIIE"));
    }
}
