package dev.amdahl.profilers.internal.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.profilers.torch.MemorySnapshot;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TorchMemoryProfilerTest {
    @TempDir
    Path directory;

    TorchMemoryProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void thePeakAndWhoHeldItFollowFromTheEndAndTheHistory() throws IOException {
        MemorySnapshot.Device device = snapshot(PickleText.snapshot()).devices().get(0);
        assertThat(device.allocatedPeak()).isEqualTo(2300);
        assertThat(device.peakNanos()).isEqualTo(30_000);
        assertThat(device.allocatedEnd()).isEqualTo(1700);
        assertThat(device.reservedPeak()).isEqualTo(8192);
        assertThat(device.overTime()).first().isEqualTo(new MemorySnapshot.Point(0, 1500, 4096));
        assertThat(device.overTime()).last().isEqualTo(new MemorySnapshot.Point(60_000, 1700, 8192));
        assertThat(device.alive())
                .containsExactly(
                        new MemorySnapshot.Alive("(allocated before the history begins)", 1000, 0),
                        new MemorySnapshot.Alive("BmmBackward0 (backward pass)", 700, 1),
                        new MemorySnapshot.Alive("model.py:12 forward", 600, 2));
    }

    @Test
    void countersAndFindingsAreThoseOfTheFullestDevice() throws IOException {
        Artifact artifact = file(PickleText.snapshot());
        assertThat(new TorchMemoryProfiler().reads(artifact)).isTrue();
        Profile profile = new TorchMemoryProfiler().read(artifact, ProfileLimits.DEFAULT);
        assertThat(profile.counters())
                .containsEntry("memory_allocated_peak_bytes", 2300.0)
                .containsEntry("memory_reserved_end_bytes", 8192.0);
        assertThat(profile.findings())
                .containsExactly("device 0: at the peak 71.9 % of the reserved memory was not allocated");
    }

    @Test
    void withoutAHistoryTheEndIsShown() throws IOException {
        byte[] bare = PickleText.of(PickleText.map(
                "segments",
                List.of(PickleText.map(
                        "device",
                        1,
                        "total_size",
                        20,
                        "blocks",
                        List.of(PickleText.map("state", "active_allocated", "size", 12, "frames", List.of())))),
                "device_traces",
                List.of(List.of(), List.of())));
        MemorySnapshot.Device device = snapshot(bare).devices().get(0);
        assertThat(device.device()).isEqualTo(1);
        assertThat(device.allocatedPeak()).isEqualTo(12);
        assertThat(device.alive()).containsExactly(new MemorySnapshot.Alive("(no frame of Python)", 12, 1));
    }

    @Test
    void whatWouldRunCodeIsRefusedUnread() throws IOException {
        byte[] call =
                "\u0080\u0002cos\nsystem\nX\u0004\u0000\u0000\u0000true\u0085R.".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> snapshot(call))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("byte 3")
                .hasMessageContaining("opcode 0x63");
        assertThatThrownBy(() -> snapshot(PickleText.of(List.of(1))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no segments");
        assertThatThrownBy(() -> snapshot(new byte[] {(byte) 0x80, 4, ']', (byte) 0x94}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("ends early");
    }

    @Test
    void picklesThatPythonWritesAreRead() throws Exception {
        Requires.program("python3");
        for (int protocol = 2; protocol <= 5; protocol++) {
            Path file = directory.resolve("p" + protocol);
            String program = "import pickle,sys\nf={'name':'f','filename':'a.py','line':3}\n"
                    + "t=[{'action':'alloc','addr':2**40+i,'size':10**7,'time_us':10**15+i,'frames':[f,f],'t':(1,2,3,4),"
                    + "'n':None,'x':-1.5,'b':True} for i in range(2500)]\n"
                    + "pickle.dump({'segments':[{'device':0,'total_size':3*10**10,'blocks':[{'state':'active_allocated',"
                    + "'size':25*10**9,'frames':()}],'id':(0,0)}],'device_traces':[t],'e':[],'d':{},'neg':-7,'big':70000},"
                    + "open(sys.argv[1],'wb')," + protocol + ")";
            assertThat(new ProcessBuilder("python3", "-c", program, file.toString())
                            .start()
                            .waitFor())
                    .isZero();
            MemorySnapshot.Device device = MemorySnapshot.read(new Artifact(file, "trace"), ProfileLimits.DEFAULT)
                    .devices()
                    .get(0);
            assertThat(device.alive()).containsExactly(new MemorySnapshot.Alive("a.py:3 f", 25_000_000_000L, 2500));
            assertThat(device.overTime()).hasSizeLessThanOrEqualTo(200);
        }
    }

    private MemorySnapshot snapshot(byte[] content) throws IOException {
        return MemorySnapshot.read(file(content), ProfileLimits.DEFAULT);
    }

    private Artifact file(byte[] content) throws IOException {
        return new Artifact(Files.write(directory.resolve("snapshot.pickle"), content), "trace");
    }
}
