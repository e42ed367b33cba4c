package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jcuda.driver.CUresult;
import jcuda.jcublas.cublasStatus;

/** What the driver and cuBLAS answer to a call. */
final class CudaStatus {
    private static final int OUT_OF_MEMORY = CUresult.CUDA_ERROR_OUT_OF_MEMORY;
    private static final Set<Integer> MISUSE = Set.of(
            CUresult.CUDA_ERROR_INVALID_CONTEXT,
            CUresult.CUDA_ERROR_INVALID_HANDLE,
            CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED);
    private static final Set<Integer> LAUNCH = Set.of(
            CUresult.CUDA_ERROR_INVALID_VALUE,
            CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
            CUresult.CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING,
            CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    /** Of drivers newer than JCuda. */
    private static final int CONTAINED = 226;

    private static final int TENSOR_MEMORY_LEAK = 721;

    private static final Set<Integer> LOST_BLAS =
            Set.of(cublasStatus.CUBLAS_STATUS_EXECUTION_FAILED, cublasStatus.CUBLAS_STATUS_INTERNAL_ERROR);

    /** After one of these every further call in the context answers the same. */
    private static final Set<Integer> LOST = Set.of(
            CUresult.CUDA_ERROR_DEINITIALIZED,
            CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
            CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
            CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
            CUresult.CUDA_ERROR_ASSERT,
            CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
            CUresult.CUDA_ERROR_INVALID_PC,
            CUresult.CUDA_ERROR_LAUNCH_FAILED,
            CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
            CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
            CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
            CUresult.CUDA_ERROR_SYSTEM_NOT_READY,
            CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
            CUresult.CUDA_ERROR_EXTERNAL_DEVICE,
            CUresult.CUDA_ERROR_UNKNOWN,
            CONTAINED,
            TENSOR_MEMORY_LEAK);

    private static final String KERNEL_LOG = "look for Xid in the kernel's log (dmesg), and run amdahl burnin";
    private static final String DRIVER = "look whether nvidia-smi works, and load the driver again";
    private static final String VERSIONS =
            "the compiler and the driver do not fit each other or the chip; name CUDA's folder of the driver's version in the property "
                    + CudaNatives.LIBRARIES_PROPERTY;

    /** What no kernel brings about. */
    private static final Map<Integer, String> REMEDIES = new HashMap<>();

    static {
        REMEDIES.put(
                CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE,
                "another process holds the device alone, or it is in exclusive mode: end that process, or let nvidia-smi -c 0");
        for (int status : new int[] {
            CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
            CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
            CUresult.CUDA_ERROR_EXTERNAL_DEVICE,
            CONTAINED
        }) {
            REMEDIES.put(status, KERNEL_LOG);
        }
        for (int status : new int[] {
            CUresult.CUDA_ERROR_NOT_INITIALIZED,
            CUresult.CUDA_ERROR_DEINITIALIZED,
            CUresult.CUDA_ERROR_NO_DEVICE,
            CUresult.CUDA_ERROR_OPERATING_SYSTEM,
            CUresult.CUDA_ERROR_SYSTEM_NOT_READY
        }) {
            REMEDIES.put(status, DRIVER);
        }
        for (int status :
                new int[] {CUresult.CUDA_ERROR_NO_BINARY_FOR_GPU, CUresult.CUDA_ERROR_UNSUPPORTED_PTX_VERSION}) {
            REMEDIES.put(status, VERSIONS);
        }
    }

    private CudaStatus() {}

    /** Throws unless a call of the driver succeeded. */
    static void check(String call, int status) {
        if (status != CUresult.CUDA_SUCCESS) {
            String what = call + " answered " + name(status);
            throw Optional.ofNullable(REMEDIES.get(status))
                    .map(remedy -> new DeviceException(fault(status), what, remedy))
                    .orElseGet(() -> new DeviceException(fault(status), what));
        }
    }

    /** Throws unless a call of cuBLAS succeeded. */
    static void checkBlas(String call, int status) {
        if (status != cublasStatus.CUBLAS_STATUS_SUCCESS) {
            Fault fault = status == cublasStatus.CUBLAS_STATUS_ALLOC_FAILED
                    ? Fault.OUT_OF_MEMORY
                    : LOST_BLAS.contains(status) ? Fault.LOST : Fault.OTHER;
            throw new DeviceException(fault, call + " answered " + cublasStatus.stringFor(status));
        }
    }

    static Fault fault(int status) {
        if (status == OUT_OF_MEMORY) {
            return Fault.OUT_OF_MEMORY;
        }
        if (LOST.contains(status)) {
            return Fault.LOST;
        }
        if (MISUSE.contains(status)) {
            return Fault.MISUSE;
        }
        return LAUNCH.contains(status) ? Fault.LAUNCH : Fault.OTHER;
    }

    /** Returns the driver's name for a status, and its number. */
    static String name(int status) {
        return CUresult.stringFor(status) + " (" + status + ")";
    }
}
