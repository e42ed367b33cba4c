package dev.amdahl.core.internal.timeline.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Activity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names as vendors' libraries and frameworks write them. */
final class KernelFamilyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "volta_sgemm_128x64_nn|MATMUL",
                "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x64x64_execute_segment_k_off_kernel__5x_cublas|MATMUL",
                "nvjet_tst_64x16_64x16_2x4_2cta_h_bz_bias_TNT|MATMUL",
                "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x48x64_MI16x16x1|MATMUL",
                "void gemv2T_kernel_val<int, int, float>|MATMUL",
                "volta_scudnn_128x64_stridedB_splitK_small_nn_v1|CONVOLUTION",
                "void implicit_convolve_sgemm<float, float, 1024, 5, 5, 3>|CONVOLUTION",
                "sm80_xmma_dgrad_implicit_gemm_tf32f32_nhwckrsc_nhwc_cudnn|CONVOLUTION",
                "void cudnn::winograd_nonfused::winogradForwardData4x4<float, float>|CONVOLUTION",
                "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64>>|ATTENTION",
                "fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausal|ATTENTION",
                "kernel_unified_attention_3d|ATTENTION",
                "attn_fwd|ATTENTION",
                "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16>|COPY_KERNEL",
                "void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float>>|OPTIMIZER",
                "void split_embedding_backward_codegen_rowwise_adagrad_unweighted_kernel_cta_per_row_1|GATHER",
                "void at::native::_scatter_gather_elementwise_kernel<128, 4>|GATHER",
                "void at::native::(anonymous namespace)::indexSelectLargeIndex<long, long>|GATHER",
                "void vllm::rotary_embedding_kernel<c10::BFloat16, true>|ELEMENTWISE",
                "void cudnn::ops::nchwToNhwcKernel<float, float, float, false, true>|TRANSPOSE",
                "void cudnn::bn_fw_tr_1C11_singleread<float, 512, true, 1, 2, 0>|NORMALIZATION",
                "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>|REDUCTION",
                "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256E|NORMALIZATION",
                "triton_per_fused_native_layer_norm_0|REDUCTION",
                "triton_poi_fused_addmm_gelu_3|ELEMENTWISE",
                "triton_red_fused_bmm_mm_7|REDUCTION",
                "triton_tem_fused_mm_2|MATMUL",
                "SubTensorOpWithCastTensor1d|OTHER",
                "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_64x64>|MATMUL",
                "sage_fwd|ATTENTION",
                "void (anonymous namespace)::softmax_warp_forward<float, float, float, 8, false>|SOFTMAX",
                "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float>|NORMALIZATION",
                "void fft2d_c2r_32x32<float, false, cudnn::reduced_divisor>|CONVOLUTION",
                "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda>|COPY_KERNEL",
                "void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int, 2>|COPY_KERNEL",
                "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>|ELEMENTWISE",
                "triton_poi_fused__unsafe_view_mul_silu_2|ELEMENTWISE",
                "void vllm::act_and_mul_kernel<c10::BFloat16>|ELEMENTWISE",
                "void multimem_all_reduce_kernel<c10::BFloat16, 16>|COMMUNICATION",
                "moe::dev::routing::routingIndicesOffsetsKernel|OTHER",
                "my_kernel|OTHER",
                "''|OTHER"
            })
    void namesTellTheFamily(String name, KernelFamily family) {
        assertThat(KernelFamily.of(Activity.KERNEL, name)).isEqualTo(family);
    }

    @Test
    void activitiesWinOverNames() {
        assertThat(KernelFamily.of(Activity.COMMUNICATION, "sgemm")).isEqualTo(KernelFamily.COMMUNICATION);
        assertThat(KernelFamily.of(Activity.COPY, "sgemm")).isEqualTo(KernelFamily.MEMORY);
    }

    @Test
    void hostileNamesAreReadOnlyToABound() {
        assertThat(KernelFamily.of(Activity.KERNEL, "att".repeat(100) + "_gemm"))
                .isEqualTo(KernelFamily.MATMUL);
        assertThat(KernelFamily.of(Activity.KERNEL, "att".repeat(200_000) + "_gemm"))
                .isEqualTo(KernelFamily.OTHER);
    }
}
