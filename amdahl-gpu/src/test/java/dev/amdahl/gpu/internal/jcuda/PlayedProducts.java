package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ElementType;
import java.util.function.LongFunction;
import jcuda.cudaDataType;
import jcuda.jcublas.cublasStatus;

/** Column-major products, as a played cuBLAS makes them. */
final class PlayedProducts {
    private PlayedProducts() {}

    static int multiply(CudaApi.Gemm gemm, LongFunction<SparseMemory> memory) {
        ElementType<?> factor = type(gemm.factorType());
        double[] a = values(factor, memory, gemm.a(), gemm.depth(), gemm.rows());
        double[] b = values(factor, memory, gemm.b(), gemm.columns(), gemm.depth());
        if (gemm.c().stride() < gemm.rows()) {
            return cublasStatus.CUBLAS_STATUS_INVALID_VALUE;
        }
        for (int column = 0; column < gemm.columns(); column++) {
            double[] sums = new double[gemm.rows()];
            for (int k = 0; k < gemm.depth(); k++) {
                for (int row = 0; row < gemm.rows(); row++) {
                    sums[row] +=
                            a[k * gemm.a().stride() + row] * b[column * gemm.b().stride() + k];
                }
            }
            ElementType<?> product = type(gemm.productType());
            memory.apply(gemm.c().memory())
                    .write(
                            gemm.c().at() + (long) column * gemm.c().stride() * product.bytes(),
                            SparseMemory.bytes(product.of(sums)));
        }
        return cublasStatus.CUBLAS_STATUS_SUCCESS;
    }

    private static ElementType<?> type(int dataType) {
        return dataType == cudaDataType.CUDA_R_64F
                ? ElementType.FLOAT64
                : dataType == cudaDataType.CUDA_R_16F
                        ? ElementType.FLOAT16
                        : dataType == cudaDataType.CUDA_R_16BF ? ElementType.BFLOAT16 : ElementType.FLOAT32;
    }

    private static <A> double[] values(
            ElementType<A> type, LongFunction<SparseMemory> memory, CudaApi.Operand operand, int columns, int rows) {
        A array = type.array((columns - 1) * operand.stride() + rows);
        SparseMemory.into(
                array, memory.apply(operand.memory()).read(operand.at(), type.lengthOf(array) * type.bytes()));
        return type.values(array);
    }
}
