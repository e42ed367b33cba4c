package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.gpu.roofline.Work;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Stage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class InputTypeTest {
    /** In binary64 times bfloat16 times binary16. */
    private static final KernelTask MIXED = new KernelTask(
            "mixed",
            "y = a b c, element by element.",
            List.of("n"),
            List.of(
                    new KernelTask.Input("a", shape -> shape.at(0), InputType.FLOAT64),
                    new KernelTask.Input("b", shape -> shape.at(0), InputType.BFLOAT16),
                    new KernelTask.Input("c", shape -> shape.at(0), InputType.FLOAT16)),
            shape -> shape.at(0),
            (shape, inputs, out) -> {
                for (int i = 0; i < out.length; i++) {
                    out[i] = (double) inputs.get(0)[i] * inputs.get(1)[i] * inputs.get(2)[i];
                }
            },
            1e-6,
            1000,
            shape -> new Work(shape.at(0), 16.0 * shape.at(0)),
            Shape.of(8),
            List.of(Shape.of(1), Shape.of(67)),
            Shape.of(200),
            Shape.of(4096),
            0,
            KernelTask.baseline("mixed"));

    private static Optional<Lab> lab = Optional.empty();

    @BeforeAll
    static void open() {
        lab = Optional.of(new Lab());
    }

    @AfterAll
    static void close() {
        lab.ifPresent(Lab::close);
    }

    private static Finding verify(KernelTask task, String source) {
        return new KernelVerifier(
                        task, lab.orElseThrow().device(), VerificationSettings.QUICK, PairedTimes::speedup, () -> 7)
                .verify(new Candidate("tried", "", source, ""));
    }

    @Test
    void elementsLieAsCudaReadsThem() {
        float[] packed = InputType.INT8.packed(new float[] {-1, 2, 3, 4, 127});
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        for (float word : packed) {
            bytes.putInt(Float.floatToRawIntBits(word));
        }
        assertThat(bytes.array()).containsExactly(-1, 2, 3, 4, 127, 0, 0, 0);
        assertThat(Float.floatToRawIntBits(InputType.INT32.packed(new float[] {7})[0]))
                .isEqualTo(7);
        assertThat(InputType.FLOAT64.packed(new float[3])).hasSize(6);
        assertThat(InputType.BFLOAT16.fit(1.01f)).isEqualTo(1.0078125f);
        assertThat(InputType.FLOAT16.fit(1.001f)).isEqualTo(1.0009766f);
        assertThat(InputType.INT8.fit(-9)).isEqualTo(-127);
        assertThat(InputType.INT32.of(9, 3, new SplittableRandom(1))).isBetween(0f, 2f);
        assertThat(KernelVerifier.statement(KernelTasks.GATHER))
                .endsWith("Not of floats are const signed char *table, const int *index.\n");
        assertThat(HostLauncher.file(KernelTasks.GATHER, KernelTasks.GATHER.baseline()))
                .contains(
                        "int gather_launch(const signed char *table, const int *index, const float *scale, float *output");
    }

    @Test
    void gridsOfThreeDimensionsAreLaunched() {
        Finding found = verify(KernelTasks.TRANSPOSE, """
                //@ launch cube grid=(ceil(columns / 8), ceil(rows / 16), min(3, rows)) block=(8, 2, 8)
                extern "C" __global__ void cube(const float *x, float *y, int rows, int columns) {
                    int column = blockIdx.x * 8 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.z * 2 + threadIdx.y;
                    if (row < rows && column < columns && row % gridDim.z == blockIdx.z && blockDim.z == 8)
                        y[column * rows + row] = x[row * columns + column];
                }
                """);
        assertThat(found.isCorrect()).as(found.feedback()).isTrue();
    }

    @Test
    void kernelsOnOtherTypesThanFloatAreJudged() {
        String gather = KernelTasks.GATHER.baseline();
        assertThat(verify(KernelTasks.GATHER, gather))
                .satisfies(found ->
                        assertThat(found.isCorrect()).as(found.feedback()).isTrue());
        Finding unsigned = verify(KernelTasks.GATHER, gather.replace("const signed char", "const unsigned char"));
        assertThat(unsigned.stage()).as(unsigned.feedback()).isEqualTo(Stage.BUILT);
        assertThat(unsigned.feedback()).startsWith("WRONG: ");
        Finding rows = verify(KernelTasks.GATHER, gather.replace("index[row]", "row % vocabulary"));
        assertThat(rows.feedback()).contains("does not depend on the input index");

        assertThat(verify(MIXED, MIXED.baseline()))
                .satisfies(found ->
                        assertThat(found.isCorrect()).as(found.feedback()).isTrue());
        Finding half = verify(MIXED, MIXED.baseline().replace("<< 16", "<< 15"));
        assertThat(half.stage()).as(half.feedback()).isEqualTo(Stage.BUILT);
        Finding sign = verify(MIXED, MIXED.baseline().replace("h & 0x8000", "h & 0"));
        assertThat(sign.stage()).as(sign.feedback()).isEqualTo(Stage.BUILT);
    }
}
