package dev.amdahl.core.internal.timeline.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Costs that can be worked out by hand. */
final class OperatorCostTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                // 2 * 8 * 4 * 2 operations; 32 + 8 + 16 elements of 2 bytes
                "aten::mm ! [[8,4],[4,2]]|[c10::Half;c10::Half]| ! 128 ! 112 ! fp16",
                // and 16 sums, 2 more elements
                "aten::addmm ! [[2],[8,4],[4,2],[],[]]|[float;float;float;Scalar;Scalar]| ! 144 ! 232 ! fp32",
                "aten::bmm ! [[3,8,4],[3,4,2]]|[double;double]| ! 384 ! 1344 ! fp64",
                "aten::baddbmm ! [[3,8,2],[3,8,4],[3,4,2]]|[float;float;float]| ! 432 ! 696 ! fp32",
                "aten::linear ! [[5,8,4],[2,4],[]]|[c10::BFloat16;c10::BFloat16;]| ! 640 ! 496 ! bf16",
                "aten::matmul ! [[5,8,4],[4,2]]|[c10::BFloat16;c10::BFloat16]| ! 640 ! 496 ! bf16",
                // 1 x 2 x 4 x 4 outputs of 3 * 3 * 3 products each; 108 + 54 + 32 elements
                "aten::convolution ! [[1,3,6,6],[2,3,3,3],[],[],[],[],[],[],[]]|[float;float]|[;;;[1, 1];[0, 0];[1, 1];False;[0, 0];1]"
                        + " ! 1728 ! 776 ! fp32",
                // stride 2 and padding 1: 3 x 3 outputs; two groups: 1 channel of the input each
                "aten::convolution ! [[1,2,6,6],[2,1,3,3]]|[float;float]|[;;;[2];[1, 1];[1, 1];False;[0, 0];2] ! 324 ! 432 ! fp32",
                // transposed: 36 * 2 inputs of 3 * 3 * 3 products; 3 x 8 x 8 outputs
                "aten::convolution ! [[1,2,6,6],[2,3,3,3]]|[float;float]|[;;;[1, 1];[0, 0];[1, 1];True;[0, 0];1] ! 3888 ! 1272 ! fp32",
                "aten::convolution_backward ! [[1,2,4,4],[1,3,6,6],[2,3,3,3]]|[float;float;float]| ! 3456 ! 1552 ! fp32",
                // 2 heads of 3 queries and 5 keys, 4 + 4 wide
                "aten::_scaled_dot_product_flash_attention ! [[1,2,3,4],[1,2,5,4],[1,2,5,4]]|[c10::Half;c10::Half;c10::Half]"
                        + "|[;;;0.;False;False;] ! 480 ! 256 ! fp16",
                "aten::_scaled_dot_product_flash_attention ! [[1,2,5,4],[1,2,5,4],[1,2,5,4]]|[c10::Half;c10::Half;c10::Half]"
                        + "|[;;;0.;True;False;] ! 400 ! 320 ! fp16",
                "aten::add ! [[10,4],[4],[]]|[float;float;Scalar]| ! 40 ! 336 ! ''",
                "aten::mul_ ! [[10],[10]]|[c10::Half;float]| ! 10 ! 80 ! ''",
                "aten::copy_ ! [[10],[10],[]]|[c10::Half;float;Scalar]| ! 10 ! 60 ! ''",
                "aten::eq ! [[10],[]]|[long int;Scalar]| ! 10 ! 90 ! ''",
                "aten::fill_ ! [[10],[]]|[float;Scalar]| ! 0 ! 40 ! ''",
                "aten::native_layer_norm ! [[10,4],[],[4],[4],[]]|[float;ScalarList;float;float;Scalar]| ! 0 ! 352 ! ''",
                "aten::_softmax ! [[10,4],[],[]]|[c10::Half;Scalar;Scalar]| ! 0 ! 160 ! ''",
                "aten::sum ! [[10,4],[],[]]|[float;ScalarList;Scalar]| ! 40 ! 160 ! ''"
            })
    void costs(String name, String arguments, double flops, double bytes, String arithmetic) {
        assertThat(OperatorCost.of(name, Operands.of(arguments))).contains(new OperatorCost(flops, bytes, arithmetic));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "aten::mm ! ''",
                "aten::mm ! [[8,4],[5,2]]|[float;float]|",
                "aten::bmm ! [[3,8,4],[2,4,2]]|[float;float]|",
                "aten::mm ! [[8,4]]|[float]|",
                // without its stride a convolution tells nothing
                "aten::convolution ! [[1,3,6,6],[2,3,3,3]]|[float;float]|",
                // whether it is causal is not told, and with unlike lengths not what that means
                "aten::_scaled_dot_product_flash_attention ! [[1,2,3,4],[1,2,5,4],[1,2,5,4]]|[float;float;float]|",
                "aten::_scaled_dot_product_flash_attention ! [[1,2,3,4],[1,2,5,4],[1,2,5,4]]|[float;float;float]|[;;;0.;True]",
                "aten::add ! [[],[]]|[float;float]|",
                "aten::sort ! [[10]]|[float]|"
            })
    void whatShapesDoNotTellHasNoCost(String name, String arguments) {
        assertThat(OperatorCost.of(name, Operands.of(arguments))).isEmpty();
    }

    @Test
    void anyTextHasOperands() {
        for (String text :
                new String[] {"|", "||", "]]|[|", "[[[[|;|;", "[[99999999999999999999,-3]]|[float]|[", "[[1]|]|["}) {
            assertThatCode(() -> OperatorCost.of("aten::copy_", Operands.of(text)))
                    .doesNotThrowAnyException();
            assertThatCode(() -> Operands.of(text).words()).doesNotThrowAnyException();
        }
    }
}
