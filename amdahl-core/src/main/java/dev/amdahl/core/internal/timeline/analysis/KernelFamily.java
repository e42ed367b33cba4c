package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel computes, told by its name: vendors' libraries, frameworks and code generators keep to a few words. The first family
 * whose words appear in the name wins; a name without a known word is {@link #OTHER}, so shares of families are at least what is
 * stated.
 */
public enum KernelFamily {
    /** A collective: told by its activity, or by its name where a library of its own does it. */
    COMMUNICATION("multimem_|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all"),
    /** A copy or fill by the copy engine: told by its activity. */
    MEMORY(null),
    /** Attention, fused. */
    ATTENTION("^(?!.*(reshape_and_cache|indices|quantize)).*?(flash_?(fwd|bwd|attn|attention|infer|::)|fmha"
            + "|(paged|unified|cross|self|multi_?head|mem_?eff\\w{0,9}|fused|grouped)_?att(entio)?n"
            + "|att(entio)?n_?(kernel|fwd|bwd|forward|backward|2d|3d)|(?<![a-z])(mha|mla|sdpa)(?![a-z])|scaled_dot_product"
            + "|sage(attn)?_?(fwd|bwd|attn|qk)|batch(decode|prefill)with)"),
    /** The update of the weights. */
    OPTIMIZER("^(?!.*embedding).*?(adam|adagrad|lamb(?!da)|(?<![a-z])sgd(?![a-z])|rmsprop|multi_?tensor_?apply)"),
    /** A convolution, also where it is computed as a matrix product. */
    CONVOLUTION(
            "conv(?!ert)|winograd|fprop|dgrad|wgrad|scudnn|cutlass_cudnn|cask_cudnn|im2col|col2im|igemm_(fwd|bwd|wrw)|fft[12]d_"),
    /** Gather, scatter, index, embedding, with the backward pass of an embedding. */
    GATHER(
            "gather|scatter|(?<!rotary_)embedding|index_?(select|put|add|copy|fill|elementwise|kernel|func|get|reduce|backward)"
                    + "|(?<![a-z])index(?=_)|indexing_?backward|indices_kernel|take_kernel|masked_select|nonzero|jagged"
                    + "|permute_(pooled|[12]d)"),
    /** A matrix product. */
    MATMUL(
            "gemm|gemv|cijk_|nvjet|matmul|(?<![a-z])(bmm|addmm|mm)(?![a-z])|split_?k(?![a-z])|cublas|dot_kernel|cutlass\\w*tensorop|wmma"),
    /** A change of the layout. */
    TRANSPOSE("transpose|permut|nchw_?(to|2)_?nhwc|nhwc_?(to|2)_?nchw|nchw\\w{0,9}tofold"),
    /** A normalisation over a layer, a batch, a group, or by the root of the mean square. */
    NORMALIZATION("(layer|batch|group|instance|rms)_?norm|(?<![a-z])norm(?!al)|bn_(fw|bw)|gammabeta|rowwisemoments"),
    /** A softmax that is not part of a fused attention. */
    SOFTMAX("soft_?max"),
    /** A reduction, a pooling, a scan or a sort. */
    REDUCTION("reduc(e(?!d_div)|tion)|moments"
            + "|nll_?(loss|criterion)|cross_?entropy|arg_?(max|min)|top_?k|sort|scan|cub::|triton_(red|per)|welford|pool|histogram"
            + "|(mean|sum)_kernel|cumsum"),
    /** A copy made by a kernel: a cast, a concatenation, a contiguous copy. */
    COPY_KERNEL(
            "(direct|float\\d{0,2}|half)_copy|cat_?array|(?<![a-z_])copy_?kernel|copy_async|concat|reshape_and_cache|store_?kv_?cache"
                    + "|copy_\\d{1,9}$"),
    /** One result per element. */
    ELEMENTWISE(
            "element_?wise|pointwise|vectorized_|unrolled_|triton_poi|functor|relu|gelu|silu|sigmoid|tanh|act_and_mul|dropout"
                    + "|(?<![a-z])fill|rotary|rope|(add|mul|sub|div|clamp\\w{0,9}|where|masked_fill)_?kernel|scale\\w{0,20}_kernel"
                    + "|distribution|op_?tensor|quant|arange|upsample"),
    /** The name does not tell. */
    OTHER(null);

    /** Bounds the work on long names: what tells the family stands before the types of the arguments. */
    private static final int MAX_NAME = 320;

    /** What a compiler of operators made: its kind, whatever operators are named behind it. */
    private static final Pattern FUSED = Pattern.compile("^triton_(poi|red|per|tem)_");

    private final @Nullable Pattern pattern;

    KernelFamily(@Nullable String words) {
        this.pattern = words == null ? null : Pattern.compile(words);
    }

    /** Returns the family of a piece of device work. */
    public static KernelFamily of(Activity activity, String name) {
        if (activity == Activity.COMMUNICATION) {
            return COMMUNICATION;
        }
        return activity == Activity.COPY ? MEMORY : ofKernel(name);
    }

    private static KernelFamily ofKernel(String name) {
        String start = (name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME)).toLowerCase(Locale.ROOT);
        Matcher fused = FUSED.matcher(start);
        if (fused.find()) {
            return fused.group(1).equals("poi") ? ELEMENTWISE : fused.group(1).equals("tem") ? MATMUL : REDUCTION;
        }
        for (KernelFamily family : values()) {
            if (family.pattern != null && family.pattern.matcher(start).find()) {
                return family;
            }
        }
        return OTHER;
    }
}
