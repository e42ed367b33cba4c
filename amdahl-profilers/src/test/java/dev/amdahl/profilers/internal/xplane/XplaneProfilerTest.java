package dev.amdahl.profilers.internal.xplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.amdahl.profilers.Recorded;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class XplaneProfilerTest {
    private static final long BEGIN = 1_700_000_000_000_000_000L;

    @TempDir
    Path directory;

    XplaneProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void streamsThreadsAndStepsAreLanesOnTheEpoch() throws IOException {
        Profile profile = read(XplaneBytes.profile());
        Timeline timeline = profile.timeline().orElseThrow();
        assertThat(timeline.isEpochBased()).isTrue();
        assertThat(timeline.accelerators()).isEqualTo(1);
        assertThat(timeline.lanes()).extracting(Lane::name).containsExactly("device 3 stream 7", "main", "steps");
        Lane stream = timeline.lanes().get(0);
        assertThat(IntStream.range(0, stream.size()).mapToObj(stream::activity))
                .containsExactly(Activity.KERNEL, Activity.COMMUNICATION, Activity.COPY);
        assertThat(stream.start(1)).isEqualTo(BEGIN + 120);
        assertThat(stream.end(1)).isEqualTo(BEGIN + 125);
        assertThat(stream.correlation(0)).isEqualTo(18);
        assertThat(timeline.lanes().get(2).end(0)).isEqualTo(BEGIN + 140);
        assertThat(profile.findings()).containsExactly("left out 1 event of /device:GPU:3, XLA Ops");
    }

    @Test
    void aLaunchLiesInItsOperationAndFramesAreThoseOfPython() throws IOException {
        Lane thread =
                read(XplaneBytes.profile()).timeline().orElseThrow().lanes().get(1);
        assertThat(IntStream.range(0, thread.size()).mapToObj(thread::label))
                .containsExactly("a.py(7): f", "dot.1", "hipLaunchKernel");
        assertThat(thread.activity(2)).isEqualTo(Activity.LAUNCH);
        assertThat(thread.correlation(2)).isEqualTo(18);
    }

    @Test
    void withoutAGpuTheProcessorIsTheAccelerator() throws IOException {
        XplaneBytes operation = XplaneBytes.event(1, 5_000, 9_000, -1)
                .message(4, new XplaneBytes().number(1, 2).number(7, 5));
        XplaneBytes nested = XplaneBytes.event(1, 6_000, 1_000, -1)
                .message(4, new XplaneBytes().number(1, 2).text(5, "add"));
        XplaneBytes host = XplaneBytes.plane("/host:CPU").message(3, XplaneBytes.line("pool", operation, nested));
        Profile profile = read(XplaneBytes.space(host));
        assertThat(profile.timeline().orElseThrow().lanes())
                .extracting(Lane::name, Lane::size)
                .containsExactly(tuple("operations, pool", 1), tuple("pool", 2));
        assertThat(profile.findings()).singleElement().asString().contains("the processor is taken");
    }

    @Test
    void aTpuIsLeftOutAndSaid() throws IOException {
        XplaneBytes tpu = XplaneBytes.plane("/device:TPU:0")
                .message(3, XplaneBytes.line("XLA Ops", XplaneBytes.event(1, 0, 5, -1)));
        Profile profile = read(XplaneBytes.space(tpu));
        assertThat(profile.timeline()).isEmpty();
        assertThat(profile.findings()).containsExactly("left out 1 event of /device:TPU:0");
    }

    /** Written by JAX 0.10.2: five steps, before each of which the loader sleeps for 20 ms. */
    @Test
    void aRecordedLoopWaitsForItsLoader() {
        Timeline timeline = new XplaneProfiler()
                .read(new Artifact(Recorded.file("xplane/jax-0.10.2-cpu.xplane.pb.gz"), "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow();
        assertThat(timeline.lanes().stream()
                        .filter(lane -> lane.side() == Activity.Side.DEVICE)
                        .mapToInt(Lane::size)
                        .sum())
                .isEqualTo(65);
        assertThat(timeline.lanes())
                .filteredOn(lane -> lane.side() == Activity.Side.PHASE)
                .singleElement()
                .extracting(Lane::size)
                .isEqualTo(5);
        long waited = 0;
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                waited += lane.activity(i) == Activity.INPUT_WAIT ? lane.end(i) - lane.start(i) : 0;
            }
        }
        assertThat(waited).isBetween(100_000_000L, 115_000_000L);
    }

    @Test
    void whatIsCutOrEmptyIsRefused() {
        byte[] whole = XplaneBytes.profile();
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, 600)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("ends early");
        assertThatThrownBy(() -> new XplaneProfiler()
                        .read(
                                new Artifact(Files.write(directory.resolve("e"), new byte[0]), "trace"),
                                ProfileLimits.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no plane");
    }

    private Profile read(byte[] content) throws IOException {
        Artifact artifact = new Artifact(Files.write(directory.resolve("vm.xplane.pb"), content), "trace");
        assertThat(new XplaneProfiler().reads(artifact)).isTrue();
        return new XplaneProfiler().read(artifact, ProfileLimits.DEFAULT);
    }
}
