package dev.amdahl.profilers.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessTreeTest {
    @TempDir
    Path root;

    private FakeProc proc;

    ProcessTreeTest() {
        root = Path.of("");
        proc = new FakeProc(root);
    }

    @BeforeEach
    void threeGenerations() {
        proc = new FakeProc(root)
                .process(10, 1, 1000, 100, 0, 5, "11 ")
                .process(11, 10, 1001, 200, 0, 7, "12 ")
                .process(12, 11, 1002, 400, 0, 9, "");
    }

    @Test
    void sumsTheWholeTree() {
        ProcessTree.Sample sample = new ProcessTree(new ProcReader(root), 10).sample();
        assertThat(sample.running()).isEqualTo(3);
        assertThat(sample.totals().values())
                .containsEntry(Counter.CPU_USER_SECONDS, 7.0)
                .containsEntry(Counter.CPU_SYSTEM_SECONDS, 1.5)
                .containsEntry(Counter.MAJOR_FAULTS, 15.0)
                .containsEntry(Counter.VOLUNTARY_SWITCHES, 21.0)
                .containsEntry(Counter.INVOLUNTARY_SWITCHES, 3.0)
                .containsEntry(Counter.READ_BYTES, 12288.0)
                .containsEntry(Counter.WRITE_BYTES, 700.0)
                .doesNotContainKey(Counter.IO_WAIT_SECONDS);
    }

    @Test
    void waitingForDisksIsCountedOnlyWhereTheKernelAccountsForIt() {
        proc.write("sys/kernel/task_delayacct", "1\n");
        ProcessTree.Sample sample = new ProcessTree(new ProcReader(root), 10).sample();
        assertThat(sample.totals().values().get(Counter.IO_WAIT_SECONDS)).isCloseTo(.21, within(1e-9));
    }

    @Test
    void aReapedChildIsCountedOnceInItsParent() throws IOException {
        ProcessTree tree = new ProcessTree(new ProcReader(root), 10);
        tree.sample();
        proc.remove(12);
        proc.process(11, 10, 1001, 200, 410, 7, "");
        ProcessTree.Sample sample = tree.sample();
        assertThat(sample.totals().values().get(Counter.CPU_USER_SECONDS)).isCloseTo(7.1, within(1e-9));
        assertThat(sample.totals().values())
                .as("switches are not inherited, so they are kept")
                .containsEntry(Counter.VOLUNTARY_SWITCHES, 21.0);
    }

    @Test
    void anOrphanStaysInTheTreeAndNothingIsLostWithItsParents() throws IOException {
        ProcessTree tree = new ProcessTree(new ProcReader(root), 10);
        tree.sample();
        proc.remove(10);
        proc.remove(11);
        proc.process(12, 1, 1002, 500, 0, 9, "");
        ProcessTree.Sample sample = tree.sample();
        assertThat(sample.running()).isEqualTo(1);
        assertThat(sample.totals().values()).containsEntry(Counter.CPU_USER_SECONDS, 8.0);
        proc.remove(12);
        ProcessTree.Sample end = tree.sample();
        assertThat(end.running()).isZero();
        assertThat(end.totals().values()).containsEntry(Counter.CPU_USER_SECONDS, 8.0);
    }

    @Test
    void aReusedNumberIsAnotherProcess() throws IOException {
        ProcessTree tree = new ProcessTree(new ProcReader(root), 10);
        tree.sample();
        proc.remove(11);
        proc.remove(12);
        proc.process(10, 1, 9999, 77, 0, 5, "");
        ProcessTree.Sample sample = tree.sample();
        assertThat(sample.running()).isZero();
        assertThat(sample.totals().values()).containsEntry(Counter.CPU_USER_SECONDS, 7.0);
    }
}
