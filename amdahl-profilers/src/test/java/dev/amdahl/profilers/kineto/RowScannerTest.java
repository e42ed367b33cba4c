package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.profilers.Mutations;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that are read from their bytes against the same file read by the parser alone. */
final class RowScannerTest {
    private static final ProfileLimits FLAT = new ProfileLimits(1 << 24, 1 << 20, 5);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{ \"ts\" : 1 ,\n\"dur\":\t2, \"name\":\"k\", \"args\":{ }, \"cat\":\"kernel\", \"ph\":\"X\" }",
                "{\"args\":{\"stream\":3,\"device\":1},\"args\":{\"stream\":4},\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":1,\"dur\":2}",
                "{\"ph\":\"X\",\"ph\":\"B\",\"cat\":\"cpu_op\",\"name\":\"a\",\"name\":[1],\"ts\":1,\"dur\":2}",
                "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"a\\u00e9\\\"}{\",\"ts\":1,\"dur\":2,\"args\":{\"x\":\"]\\\\\"}}",
                "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"\u00e9\",\"ts\":1e3,\"dur\":\"2\"}",
                "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"ts\":-1.0005,\"dur\":0.00049,\"args\":{\"stream\":-7,\"device\":99999999999,"
                        + "\"bytes\":1.5,\"correlation\":1234567890123456789,\"blocks per SM\":1e400,\"est. achieved occupancy %\":NaN}}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::conv2d\",\"ts\":1,\"dur\":2,\"args\":{\"Input Dims\":[[8,[4,-1.5]],[],\"x\"],"
                        + "\"Input type\":[\"float\",\"\",\"TensorList\"],\"Concrete Inputs\":[\"\",\"[1, 1]\",\"False\"],\"z\":[true,false,null,{\"a\":[]}]}}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"ts\":1,\"dur\":2,\"args\":{\"Input Dims\":[[8,null]],\"Input type\":7}}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"ts\":01,\"dur\":2}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"ts\":1,\"dur\":2,}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"ts\":1.,\"dur\":2}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"args\":{\"x\":tru}}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"args\":{\"x\":[1 2]}}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"args\":{\"x\":[[[[1]]]]}}",
                "0",
                "null",
                "",
                "{\"a\":\"",
                "{\"ph\":\"X\"}]"
            })
    void rowsOutOfTheOrdinaryAreReadAsByTheParser(String row) throws IOException {
        TraceText text = Samples.rich();
        same(
                "inside.json",
                text.raw(row).raw(row).kernel("last", 7, "9000", "5", 4).object());
        same("last.json", Samples.rich().raw(row).object("\"traceEventsX\":[{\"a\":1}]"));
        same("first.json", "[" + row + "," + Samples.rich().array().substring(1));
        same("alone.json", " {\"a\\\"\":{\"traceEvents\":[1]},\"b\":\"traceEvents\",\"traceEvents\" : [" + row + "]}");
    }

    @Test
    void rowsThatDoNotFitTheBufferAreReadAsByTheParser() throws IOException {
        for (int length : List.of(4_095, 4_097, 65_400, 65_535, 65_536, 140_000, 1_100_000)) {
            String long0 =
                    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"ts\":5,\"dur\":2,\"args\":{\"Call stack\":\"";
            String text = Samples.rich()
                    .raw(long0 + "x".repeat(length) + "\"}}")
                    .raw(long0 + "\\n" + "x".repeat(length) + "\"}}")
                    .raw("{\"ph\":\"X\",\"cat\":\"cpu_op\",\"ts\":5,\"dur\":2,\"name\":\"" + "y".repeat(length) + "\"}")
                    .object();
            same(length + ".json", text);
        }
    }

    @Test
    void damagedTracesAreReadOrRefusedAsByTheParser() throws IOException {
        byte[] object = Samples.rich().object(Samples.members()).getBytes(StandardCharsets.UTF_8);
        byte[] array = Samples.rich().array().getBytes(StandardCharsets.UTF_8);
        Mutations mutations = new Mutations(List.of(object, array), 11);
        for (int number = 0; number < 500; number++) {
            same("mutated.json", mutations.file(number % 2 == 0 ? object : array, number));
        }
        for (int cut = 0; cut < 200; cut++) {
            same("cut.json", Arrays.copyOf(object, object.length * cut / 200));
        }
    }

    private void same(String name, String text) throws IOException {
        same(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void same(String name, byte[] text) throws IOException {
        Artifact file = new Artifact(Files.write(folder.resolve(name), text), "trace");
        for (ProfileLimits limits : List.of(ProfileLimits.DEFAULT, FLAT)) {
            assertThat(told(() -> KinetoReader.read(file, limits, bytes -> {})))
                    .as(new String(text, 0, Math.min(20_000, text.length), StandardCharsets.UTF_8))
                    .isEqualTo(told(() -> KinetoReader.readByParser(file, limits, bytes -> {})));
        }
    }

    private interface Reading {
        KinetoProfile read();
    }

    /** Everything that a reading shows, or what it was refused with. */
    private static String told(Reading reading) {
        KinetoProfile profile;
        try {
            profile = reading.read();
        } catch (InvalidInputException e) {
            return String.valueOf(e.getMessage());
        }
        StringBuilder told = new StringBuilder();
        told.append(profile.counters()).append(profile.findings()).append(profile.hotFrames());
        told.append(profile.rank()).append(profile.devices());
        for (Lane lane : profile.timeline().orElseThrow().lanes()) {
            told.append('\n').append(lane.side()).append(lane.device());
            for (int i = 0; i < lane.size(); i++) {
                told.append(' ').append(lane.start(i)).append('-').append(lane.end(i));
                told.append(lane.activity(i)).append(lane.label(i)).append(lane.correlation(i));
                told.append(lane.arguments(i));
            }
        }
        return told.toString();
    }
}
