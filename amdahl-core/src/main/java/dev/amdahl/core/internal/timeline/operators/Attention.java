package dev.amdahl.core.internal.timeline.operators;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where an attention operator has its inputs.
 *
 * @param query the first of query, key and value
 * @param causal what says whether only earlier positions count
 * @param heads the dimension of the heads, 1 or 2; the other is that of the positions
 */
record Attention(int query, int causal, int heads) {
    /** A fused backward pass does five products where the forward pass does two. */
    private static final double BACKWARD = 2.5;

    private static final Map<String, Attention> KNOWN = Map.of(
            "_scaled_dot_product_flash_attention", new Attention(0, 4, 1),
            "_scaled_dot_product_efficient_attention", new Attention(0, 6, 1),
            "_scaled_dot_product_cudnn_attention", new Attention(0, 6, 1),
            "_scaled_dot_product_flash_attention_backward", new Attention(1, 11, 1),
            "_scaled_dot_product_efficient_attention_backward", new Attention(1, 11, 1),
            "_flash_attn_forward", new Attention(0, 5, 2));

    /** @param base its name without its namespace; null if it is not known */
    static @Nullable Attention of(String base) {
        return KNOWN.get(base);
    }

    /** Returns null where it is not told whether it is causal, as that halves the work. */
    @Nullable
    OperatorCost cost(Operands in) {
        List<Long> q = in.shape(query);
        List<Long> k = in.shape(query + 1);
        List<Long> v = in.shape(query + 2);
        TensorType type = in.type(query);
        boolean isCausal = in.value(causal).equals("True");
        if (q.size() != 4
                || k.size() != 4
                || v.size() != 4
                || !(isCausal || in.value(causal).equals("False"))) {
            return null;
        }
        int positions = 3 - heads;
        double pairs = (double) q.get(positions) * k.get(positions);
        if (isCausal && !q.get(positions).equals(k.get(positions))) {
            return null;
        }
        double forward = 2.0 * q.get(0) * q.get(heads) * pairs * (q.get(3) + v.get(3)) / (isCausal ? 2 : 1);
        double written = (double) q.get(0) * q.get(heads) * q.get(positions) * v.get(3);
        double moved = in.elements(query) + in.elements(query + 1) + in.elements(query + 2);
        boolean isBackward = query > 0;
        return new OperatorCost(
                isBackward ? BACKWARD * forward : forward,
                type == null ? 0 : (isBackward ? 2 * moved + written : moved + written) * type.bytes(),
                type == null ? "" : type.word());
    }
}
