package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.Grid;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import jcuda.Pointer;
import jcuda.cudaDataType;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasGemmAlgo;
import jcuda.jcublas.cublasHandle;
import jcuda.jcublas.cublasOperation;
import jcuda.runtime.cudaStream_t;

/** The calls as JCuda makes them; {@link CudaNatives#prepare} has to succeed before. Thread-safe as the driver is. */
final class JCudaApi extends CudaHandles implements CudaApi {
    private static final int NAME_BYTES = 256;

    private final Map<Long, List<Long>> functions = new ConcurrentHashMap<>();

    @Override
    public int init() {
        return JCudaDriver.cuInit(0);
    }

    @Override
    public int deviceCount(int[] count) {
        return JCudaDriver.cuDeviceGetCount(count);
    }

    private static CUdevice device(int index) {
        CUdevice device = new CUdevice();
        CudaStatus.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, index));
        return device;
    }

    @Override
    public int deviceName(String[] name, int device) {
        byte[] text = new byte[NAME_BYTES];
        int status = JCudaDriver.cuDeviceGetName(text, text.length, device(device));
        name[0] = new String(text, StandardCharsets.US_ASCII).replaceAll("(?s)\\x00.*", "");
        return status;
    }

    @Override
    public int deviceAttribute(int[] value, int attribute, int device) {
        return JCudaDriver.cuDeviceGetAttribute(value, attribute, device(device));
    }

    @Override
    public int totalMemory(long[] bytes, int device) {
        return JCudaDriver.cuDeviceTotalMem(bytes, device(device));
    }

    @Override
    public int retainPrimaryContext(long[] context, int device) {
        CUcontext made = new CUcontext();
        return kept(JCudaDriver.cuDevicePrimaryCtxRetain(made, device(device)), context, made);
    }

    @Override
    public int releasePrimaryContext(int device) {
        return JCudaDriver.cuDevicePrimaryCtxRelease(device(device));
    }

    @Override
    public int setCurrentContext(long context) {
        return JCudaDriver.cuCtxSetCurrent(object(CUcontext.class, context));
    }

    @Override
    public int synchronizeContext() {
        return JCudaDriver.cuCtxSynchronize();
    }

    @Override
    public int limit(int limit, long value) {
        return JCudaDriver.cuCtxSetLimit(limit, value);
    }

    @Override
    public int allocate(long[] memory, long bytes) {
        CUdeviceptr made = new CUdeviceptr();
        return kept(JCudaDriver.cuMemAlloc(made, bytes), memory, made);
    }

    @Override
    public int free(long memory) {
        return JCudaDriver.cuMemFree(taken(CUdeviceptr.class, memory));
    }

    private CUdeviceptr at(long memory, long offset) {
        return object(CUdeviceptr.class, memory).withByteOffset(offset);
    }

    /** JCuda holds an array while it copies: no collection of garbage could run until the work before is done. */
    private static int waited(IntSupplier copy) {
        int status = JCudaDriver.cuCtxSynchronize();
        return status == CUresult.CUDA_SUCCESS ? copy.getAsInt() : status;
    }

    @Override
    public int upload(long memory, long at, Object host, long hostByte, long bytes) {
        return waited(
                () -> JCudaDriver.cuMemcpyHtoD(at(memory, at), pointer(host).withByteOffset(hostByte), bytes));
    }

    @Override
    public int download(Object host, long hostByte, long memory, long at, long bytes) {
        return waited(() -> JCudaDriver.cuMemcpyDtoH(pointer(host).withByteOffset(hostByte), at(memory, at), bytes));
    }

    private static Pointer pointer(Object host) {
        if (host instanceof byte[] bytes) {
            return Pointer.to(bytes);
        } else if (host instanceof short[] shorts) {
            return Pointer.to(shorts);
        } else if (host instanceof int[] ints) {
            return Pointer.to(ints);
        } else if (host instanceof long[] longs) {
            return Pointer.to(longs);
        } else if (host instanceof float[] floats) {
            return Pointer.to(floats);
        } else if (host instanceof double[] doubles) {
            return Pointer.to(doubles);
        }
        throw new IllegalStateException("no host memory: " + host.getClass().getSimpleName());
    }

    @Override
    public int copy(long to, long from, long bytes, long stream) {
        return JCudaDriver.cuMemcpyDtoDAsync(at(to, 0), at(from, 0), bytes, object(CUstream.class, stream));
    }

    @Override
    public int canAccessPeer(int[] can, int device, int peer) {
        return JCudaDriver.cuDeviceCanAccessPeer(can, device(device), device(peer));
    }

    @Override
    public int enablePeer(long peerContext) {
        return JCudaDriver.cuCtxEnablePeerAccess(object(CUcontext.class, peerContext), 0);
    }

    @Override
    public int copyPeer(long to, long toContext, long from, long fromContext, long bytes, long stream) {
        return JCudaDriver.cuMemcpyPeerAsync(
                at(to, 0),
                object(CUcontext.class, toContext),
                at(from, 0),
                object(CUcontext.class, fromContext),
                bytes,
                object(CUstream.class, stream));
    }

    @Override
    public int allocateHost(long[] memory, ByteBuffer[] view, long bytes) {
        Pointer made = new Pointer();
        int status = kept(JCudaDriver.cuMemHostAlloc(made, bytes, 0), memory, made);
        if (status == CUresult.CUDA_SUCCESS) {
            view[0] = made.getByteBuffer(0, bytes);
        }
        return status;
    }

    @Override
    public int freeHost(long memory) {
        return JCudaDriver.cuMemFreeHost(taken(Pointer.class, memory));
    }

    @Override
    public int uploadPinned(long memory, long host, long bytes, long stream) {
        return JCudaDriver.cuMemcpyHtoDAsync(
                object(CUdeviceptr.class, memory), object(Pointer.class, host), bytes, object(CUstream.class, stream));
    }

    @Override
    public int downloadPinned(long host, long memory, long bytes, long stream) {
        return JCudaDriver.cuMemcpyDtoHAsync(
                object(Pointer.class, host), object(CUdeviceptr.class, memory), bytes, object(CUstream.class, stream));
    }

    @Override
    public int createStream(long[] stream) {
        CUstream made = new CUstream();
        return kept(JCudaDriver.cuStreamCreate(made, 0), stream, made);
    }

    @Override
    public int destroyStream(long stream) {
        return JCudaDriver.cuStreamDestroy(taken(CUstream.class, stream));
    }

    @Override
    public int createEvent(long[] event) {
        CUevent made = new CUevent();
        return kept(JCudaDriver.cuEventCreate(made, 0), event, made);
    }

    @Override
    public int destroyEvent(long event) {
        return JCudaDriver.cuEventDestroy(taken(CUevent.class, event));
    }

    @Override
    public int recordEvent(long event, long stream) {
        return JCudaDriver.cuEventRecord(object(CUevent.class, event), object(CUstream.class, stream));
    }

    @Override
    public int synchronizeEvent(long event) {
        return JCudaDriver.cuEventSynchronize(object(CUevent.class, event));
    }

    @Override
    public int elapsed(float[] milliseconds, long begin, long end) {
        return JCudaDriver.cuEventElapsedTime(milliseconds, object(CUevent.class, begin), object(CUevent.class, end));
    }

    @Override
    public int loadModule(long[] module, byte[] image) {
        CUmodule made = new CUmodule();
        return kept(JCudaDriver.cuModuleLoadData(made, image), module, made);
    }

    @Override
    public int unloadModule(long module) {
        forget(functions.getOrDefault(module, List.of()));
        functions.remove(module);
        return JCudaDriver.cuModuleUnload(taken(CUmodule.class, module));
    }

    @Override
    public int function(long[] function, long module, String entry) {
        CUfunction made = new CUfunction();
        int status = kept(JCudaDriver.cuModuleGetFunction(made, object(CUmodule.class, module), entry), function, made);
        if (status == CUresult.CUDA_SUCCESS) {
            functions.merge(
                    module,
                    List.of(function[0]),
                    (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        }
        return status;
    }

    @Override
    public int functionAttribute(int[] value, int attribute, long function) {
        return JCudaDriver.cuFuncGetAttribute(value, attribute, object(CUfunction.class, function));
    }

    @Override
    public int allowShared(long function, int bytes) {
        return JCudaDriver.cuFuncSetAttribute(
                object(CUfunction.class, function),
                CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                bytes);
    }

    @Override
    public int launch(long function, Grid grid, long stream, List<Object> values) {
        Pointer[] arguments = values.stream().map(this::argument).toArray(Pointer[]::new);
        return JCudaDriver.cuLaunchKernel(
                object(CUfunction.class, function),
                grid.blocksX(),
                grid.blocksY(),
                grid.blocksZ(),
                grid.threadsX(),
                grid.threadsY(),
                grid.threadsZ(),
                grid.sharedBytes(),
                object(CUstream.class, stream),
                Pointer.to(arguments),
                null);
    }

    private Pointer argument(Object value) {
        if (value instanceof Memory memory) {
            return Pointer.to(object(CUdeviceptr.class, memory.handle()).withByteOffset(memory.at()));
        } else if (value instanceof Integer number) {
            return Pointer.to(new int[] {number});
        } else if (value instanceof Long number) {
            return Pointer.to(new long[] {number});
        } else if (value instanceof Float number) {
            return Pointer.to(new float[] {number});
        } else if (value instanceof Double number) {
            return Pointer.to(new double[] {number});
        }
        throw new IllegalStateException("no argument of a kernel: " + value);
    }

    @Override
    public int beginCapture(long stream) {
        return JCudaDriver.cuStreamBeginCapture(
                object(CUstream.class, stream), CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
    }

    @Override
    public int endCapture(long[] graph, long stream) {
        CUgraph made = new CUgraph();
        return kept(JCudaDriver.cuStreamEndCapture(object(CUstream.class, stream), made), graph, made);
    }

    @Override
    public int destroyGraph(long graph) {
        return JCudaDriver.cuGraphDestroy(taken(CUgraph.class, graph));
    }

    @Override
    public int instantiate(long[] executable, long graph) {
        CUgraphExec made = new CUgraphExec();
        return kept(JCudaDriver.cuGraphInstantiate(made, object(CUgraph.class, graph), 0), executable, made);
    }

    @Override
    public int launchGraph(long executable, long stream) {
        return JCudaDriver.cuGraphLaunch(object(CUgraphExec.class, executable), object(CUstream.class, stream));
    }

    @Override
    public int destroyExecutable(long executable) {
        return JCudaDriver.cuGraphExecDestroy(taken(CUgraphExec.class, executable));
    }

    @Override
    public int createBlas(long[] blas) {
        cublasHandle made = new cublasHandle();
        return kept(JCublas2.cublasCreate(made), blas, made);
    }

    @Override
    public int destroyBlas(long blas) {
        return JCublas2.cublasDestroy(taken(cublasHandle.class, blas));
    }

    @Override
    public int setBlasStream(long blas, long stream) {
        return JCublas2.cublasSetStream(
                object(cublasHandle.class, blas), new cudaStream_t(object(CUstream.class, stream)));
    }

    /** Factors of the sum on the host; cuBLAS reads them before it returns. */
    @Override
    public int multiply(long blas, Gemm gemm) {
        boolean isDouble = gemm.productType() == cudaDataType.CUDA_R_64F;
        return JCublas2.cublasGemmEx_new(
                object(cublasHandle.class, blas),
                cublasOperation.CUBLAS_OP_N,
                cublasOperation.CUBLAS_OP_N,
                gemm.rows(),
                gemm.columns(),
                gemm.depth(),
                isDouble ? Pointer.to(new double[] {1}) : Pointer.to(new float[] {1}),
                at(gemm.a().memory(), gemm.a().at()),
                gemm.factorType(),
                gemm.a().stride(),
                at(gemm.b().memory(), gemm.b().at()),
                gemm.factorType(),
                gemm.b().stride(),
                isDouble ? Pointer.to(new double[] {0}) : Pointer.to(new float[] {0}),
                at(gemm.c().memory(), gemm.c().at()),
                gemm.productType(),
                gemm.c().stride(),
                gemm.computeType(),
                cublasGemmAlgo.CUBLAS_GEMM_DEFAULT);
    }
}
