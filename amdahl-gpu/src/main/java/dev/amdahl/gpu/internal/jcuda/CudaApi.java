package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.Grid;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The calls of the driver and of cuBLAS that the backend makes, one method each: so that a machine without a device can play one.
 * Handles are numbers of the implementation's own; each call answers with its status, 0 for success, and writes results into arrays of
 * one element. {@code cuMem...} sizes and offsets are 64-bit.
 */
interface CudaApi {

    int init();

    int deviceCount(int[] count);

    int deviceName(String[] name, int device);

    int deviceAttribute(int[] value, int attribute, int device);

    int totalMemory(long[] bytes, int device);

    int retainPrimaryContext(long[] context, int device);

    int releasePrimaryContext(int device);

    int setCurrentContext(long context);

    int synchronizeContext();

    /** A limit of the current context, by the driver's number. */
    int limit(int limit, long value);

    int allocate(long[] memory, long bytes);

    int free(long memory);

    /** From a host array of any primitive type, after the work before. */
    int upload(long memory, long at, Object host, long hostByte, long bytes);

    /** To a host array of any primitive type, after the work before. */
    int download(Object host, long hostByte, long memory, long at, long bytes);

    int copy(long to, long from, long bytes, long stream);

    /** Whether a device can read the memory of a peer; 1 if so. */
    int canAccessPeer(int[] can, int device, int peer);

    /** Lets the current context read the memory of a peer's. */
    int enablePeer(long peerContext);

    int copyPeer(long to, long toContext, long from, long fromContext, long bytes, long stream);

    /** Page-locked memory of the host, and a view of it. */
    int allocateHost(long[] memory, ByteBuffer[] view, long bytes);

    int freeHost(long memory);

    /** From page-locked memory, in the stream's turn. */
    int uploadPinned(long memory, long host, long bytes, long stream);

    /** To page-locked memory, in the stream's turn. */
    int downloadPinned(long host, long memory, long bytes, long stream);

    int createStream(long[] stream);

    int destroyStream(long stream);

    int createEvent(long[] event);

    int destroyEvent(long event);

    int recordEvent(long event, long stream);

    int synchronizeEvent(long event);

    int elapsed(float[] milliseconds, long begin, long end);

    int loadModule(long[] module, byte[] image);

    int unloadModule(long module);

    int function(long[] function, long module, String entry);

    int functionAttribute(int[] value, int attribute, long function);

    int allowShared(long function, int bytes);

    /** The values are {@link Memory} for pointers, else boxed scalars. */
    int launch(long function, Grid grid, long stream, List<Object> values);

    /** From here on what this thread enqueues is kept, not done. */
    int beginCapture(long stream);

    int endCapture(long[] graph, long stream);

    int destroyGraph(long graph);

    int instantiate(long[] executable, long graph);

    int launchGraph(long executable, long stream);

    int destroyExecutable(long executable);

    int createBlas(long[] blas);

    int destroyBlas(long blas);

    int setBlasStream(long blas, long stream);

    /** {@code cublasGemmEx} without transposition, column-major: c = a b. */
    int multiply(long blas, Gemm gemm);

    /**
     * A pointer among the arguments of a kernel.
     *
     * @param at the byte of the memory that it points to
     */
    record Memory(long handle, long at) {}

    /**
     * A column-major product.
     *
     * @param factorType the {@code cudaDataType} of a and b
     * @param productType the {@code cudaDataType} of c
     * @param computeType the {@code cublasComputeType}
     */
    record Gemm(
            int rows,
            int columns,
            int depth,
            Operand a,
            Operand b,
            Operand c,
            int factorType,
            int productType,
            int computeType) {}

    /**
     * A matrix within memory.
     *
     * @param at its first byte
     * @param stride elements from one column to the next
     */
    record Operand(long memory, long at, int stride) {}
}
