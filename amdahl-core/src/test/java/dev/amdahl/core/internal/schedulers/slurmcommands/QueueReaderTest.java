package dev.amdahl.core.internal.schedulers.slurmcommands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class QueueReaderTest {
    private final String recorded = new String(Recorded.bytes("squeue-22.05.txt"), StandardCharsets.UTF_8);

    @Test
    void jobsOfARealCluster() {
        Map<String, SlurmJob> jobs =
                QueueReader.read(recorded).stream().collect(Collectors.toMap(SlurmJob::id, Function.identity()));
        assertThat(jobs).hasSize(9);
        assertThat(job(jobs, "1").exit()).contains(new ExitStatus(7, 0));
        assertThat(job(jobs, "1").started()).contains(Instant.ofEpochSecond(1795333141));
        assertThat(job(jobs, "2").phase()).isEqualTo(Phase.WAITING);
        assertThat(job(jobs, "2").started()).isEmpty();
        assertThat(job(jobs, "5").isRefused()).isTrue();
        assertThat(job(jobs, "6").name()).isEqualTo("sweep|odd name");
        assertThat(job(jobs, "7").phase()).isEqualTo(Phase.CANCELLED);
    }

    @Test
    void rawWaitStatusesAreDecoded() {
        assertThat(ExitStatus.ofWaitStatus(1792))
                .isEqualTo(new ExitStatus(7, 0))
                .hasToString("exit code 7");
        assertThat(ExitStatus.ofWaitStatus(768)).isEqualTo(new ExitStatus(3, 0));
        assertThat(ExitStatus.ofWaitStatus(9)).isEqualTo(new ExitStatus(0, 9)).hasToString("signal 9");
        assertThat(ExitStatus.ofWaitStatus(15)).isEqualTo(new ExitStatus(0, 15));
        assertThat(ExitStatus.parse("5:0")).contains(new ExitStatus(5, 0));
        assertThat(ExitStatus.parse("five")).isEmpty();
    }

    @Test
    void anAnswerThatIsCutOrOfAnotherFormIsRefused() {
        assertThat(QueueReader.read("")).isEmpty();
        assertThat(QueueReader.read("CLUSTER: big\n")).isEmpty();
        for (String text : List.of(
                recorded.substring(0, recorded.length() - 1),
                "JOBID PARTITION NAME\n",
                "12|RUNNING|\n",
                "x|RUNNING|None|1|1|1|0|0|name|\n",
                "12|RUNNING|None|N/A|1|1|0|0|name|\n")) {
            assertThatThrownBy(() -> QueueReader.read(text))
                    .isInstanceOf(MalformedAnswerException.class)
                    .hasMessageStartingWith("slurm, squeue: ")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void garbageIsRefusedOrRead() {
        SplittableRandom random = new SplittableRandom(7);
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            char[] text = recorded.toCharArray();
            for (int change = 0; change < 1 + random.nextInt(4); change++) {
                text[random.nextInt(text.length)] = "|\n:x0 \u0000\u001f,".charAt(random.nextInt(9));
            }
            try {
                assertThat(QueueReader.read(new String(text))).isNotNull();
            } catch (MalformedAnswerException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    private static SlurmJob job(Map<String, SlurmJob> jobs, String id) {
        return Optional.ofNullable(jobs.get(id)).orElseThrow();
    }
}
