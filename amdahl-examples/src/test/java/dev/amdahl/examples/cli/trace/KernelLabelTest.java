package dev.amdahl.examples.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KernelLabelTest {
    private static final String ELEMENTWISE =
            "void at::native::vectorized_elementwise_kernel<4, at::native::%s<float>, "
                    + "std::array<char*, 3ul> >(int, at::native::%s<float>, std::array<char*, 3ul>)";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)::{lambda()#2}::operator()() const::{lambda()#4}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >(int, float)|elementwise<4, GeluCUDAKernelImpl(bf16)>",
                "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELb1EEEvPT_|aiter::add_rmsnorm_quant_kernel<bf16, bf16, 256, true>",
                "volta_sgemm_64x64_nt|volta_sgemm_64x64_nt",
                "Memcpy HtoD (Pageable -> Device)|Memcpy HtoD (Pageable -> Device)"
            })
    void whatTheKernelDoesIsKept(String name, String label) {
        assertThat(KernelLabel.of(name)).isEqualTo(label);
    }

    @Test
    void kernelsOfOneTemplateAreToldApart() {
        String add = String.format(ELEMENTWISE, "AddFunctor", "AddFunctor");
        String multiply = String.format(ELEMENTWISE, "MulFunctor", "MulFunctor");
        String same = "x".repeat(90);

        assertThat(KernelLabel.of(List.of(add, multiply)))
                .containsExactly("elementwise<4, AddFunctor<float>>", "elementwise<4, MulFunctor<float>>");
        assertThat(KernelLabel.of(List.of(same + "a" + same, same + "b" + same, same + "c" + same)))
                .doesNotHaveDuplicates();
        assertThat(KernelLabel.of(List.of(add, add))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_Z", "_ZN", "_ZN9", "_ZN3abI", "_ZN3abcILiE", ")", "((((", "void ", "_ZN1aIL", "<>>>"})
    void anyTextHasALabel(String name) {
        assertThat(KernelLabel.of(name)).isNotNull();
    }
}
