package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.Device;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PatternCheck;
import dev.amdahl.gpu.PinnedWords;
import dev.amdahl.gpu.Replay;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import jcuda.cudaDataType;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;
import jcuda.jcublas.cublasComputeType;

/** One CUDA device, on one stream, for the thread that opened it. */
final class JCudaBackend implements ComputeBackend {
    static final String NAME = "jcuda";

    private static final double MILLIS = 1e-3;

    private final CudaContext context;
    private final KernelCompiler compiler;
    private final Device device;
    private final CudaPatterns patterns = new CudaPatterns(this);
    private final Deque<DeviceResource> closing = new ArrayDeque<>();
    private final Set<Integer> peers = new HashSet<>();
    private final long stream;
    private final long begin;
    private final long end;
    private final long blas;

    /**
     * Opens a device; what was opened before a failure is given back.
     *
     * @param versions of driver and libraries, by name
     */
    JCudaBackend(CudaApi api, KernelCompiler compiler, int index, Map<String, String> versions) {
        this.compiler = compiler;
        this.context = new CudaContext(api, index);
        closing.push(context);
        try {
            this.device = describe(api, index, versions);
            long[] made = new long[1];
            CudaStatus.check("cuStreamCreate", api.createStream(made));
            this.stream = made[0];
            closing.push(() -> CudaStatus.check("cuStreamDestroy", context.api().destroyStream(stream)));
            CudaStatus.check("cuEventCreate", api.createEvent(made));
            this.begin = made[0];
            closing.push(() -> CudaStatus.check("cuEventDestroy", context.api().destroyEvent(begin)));
            CudaStatus.check("cuEventCreate", api.createEvent(made));
            this.end = made[0];
            closing.push(() -> CudaStatus.check("cuEventDestroy", context.api().destroyEvent(end)));
            CudaStatus.checkBlas("cublasCreate", api.createBlas(made));
            this.blas = made[0];
            closing.push(
                    () -> CudaStatus.checkBlas("cublasDestroy", context.api().destroyBlas(blas)));
            CudaStatus.checkBlas("cublasSetStream", api.setBlasStream(blas, stream));
            closing.push(patterns);
        } catch (RuntimeException e) {
            try {
                DeviceResource.unwind(closing);
            } catch (RuntimeException further) {
                e.addSuppressed(further);
            }
            throw e;
        }
    }

    private static Device describe(CudaApi api, int index, Map<String, String> versions) {
        String[] name = {""};
        CudaStatus.check("cuDeviceGetName", api.deviceName(name, index));
        long[] memory = new long[1];
        CudaStatus.check("cuDeviceTotalMem", api.totalMemory(memory, index));
        IntUnaryOperator attribute = which -> {
            int[] value = new int[1];
            CudaStatus.check("cuDeviceGetAttribute " + which, api.deviceAttribute(value, which, index));
            return value[0];
        };
        int major = attribute.applyAsInt(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
        int minor = attribute.applyAsInt(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
        return new Device(
                name[0],
                "sm_" + major + minor,
                attribute.applyAsInt(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                memory[0],
                attribute.applyAsInt(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
                versions);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public <A> DeviceBuffer<A> allocate(ElementType<A> type, long length) {
        return new CudaBuffer<>(context, type, length);
    }

    @Override
    public <A> void copy(DeviceBuffer<A> from, DeviceBuffer<A> to) {
        if (from.length() != to.length()) {
            throw new IllegalArgumentException(
                    "a copy needs equal lengths, was from " + from.length() + " to " + to.length() + " elements");
        }
        long source = CudaBuffer.of(from, context).memory();
        long target = CudaBuffer.of(to, context).memory();
        CudaStatus.check("cuMemcpyDtoDAsync", context.api().copy(target, source, from.bytes(), stream));
    }

    @Override
    public <A> void copy(ComputeBackend other, DeviceBuffer<A> from, DeviceBuffer<A> to) {
        if (!(other instanceof JCudaBackend peer) || !context.sharesCallsWith(peer.context)) {
            ComputeBackend.super.copy(other, from, to);
            return;
        }
        if (from.length() != to.length()) {
            throw new IllegalArgumentException(
                    "a copy needs equal lengths, was from " + from.length() + " to " + to.length() + " elements");
        }
        enable(peer);
        long source = CudaBuffer.of(from, peer.context).memory();
        long target = CudaBuffer.of(to, context).memory();
        CudaStatus.check(
                "cuMemcpyPeerAsync",
                context.api().copyPeer(target, context.handle(), source, peer.context.handle(), from.bytes(), stream));
    }

    @Override
    public boolean isPeer(ComputeBackend other) {
        if (!(other instanceof JCudaBackend peer) || !context.sharesCallsWith(peer.context)) {
            return false;
        }
        int[] can = new int[1];
        CudaStatus.check(
                "cuDeviceCanAccessPeer", context.api().canAccessPeer(can, context.device(), peer.context.device()));
        return can[0] == 1;
    }

    /** Without it the driver takes the detour itself. */
    private void enable(JCudaBackend peer) {
        if (isPeer(peer) && peers.add(peer.context.device())) {
            int status = context.api().enablePeer(peer.context.handle());
            if (status != CUresult.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) {
                CudaStatus.check("cuCtxEnablePeerAccess", status);
            }
        }
    }

    /** Row-major c = a b is column-major c' = b' a'. */
    @Override
    public <A, C> void multiply(GemmType<A, C> type, DeviceMatrix<A> a, DeviceMatrix<A> b, DeviceMatrix<C> c) {
        DeviceMatrix.requireProduct(a, b, c);
        CudaStatus.checkBlas(
                "cublasGemmEx of " + type,
                context.api()
                        .multiply(
                                blas,
                                new CudaApi.Gemm(
                                        c.columns(),
                                        c.rows(),
                                        a.columns(),
                                        operand(b),
                                        operand(a),
                                        operand(c),
                                        dataType(type.factor()),
                                        dataType(type.product()),
                                        computeType(type))));
    }

    private CudaApi.Operand operand(DeviceMatrix<?> matrix) {
        return new CudaApi.Operand(
                CudaBuffer.of(matrix.buffer(), context).memory(),
                matrix.offset() * matrix.buffer().type().bytes(),
                matrix.stride());
    }

    private static int dataType(ElementType<?> type) {
        if (type == ElementType.FLOAT64) {
            return cudaDataType.CUDA_R_64F;
        } else if (type == ElementType.FLOAT16) {
            return cudaDataType.CUDA_R_16F;
        }
        return type == ElementType.BFLOAT16 ? cudaDataType.CUDA_R_16BF : cudaDataType.CUDA_R_32F;
    }

    private static int computeType(GemmType<?, ?> type) {
        if (type == GemmType.FP64) {
            return cublasComputeType.CUBLAS_COMPUTE_64F;
        }
        return type == GemmType.TF32
                ? cublasComputeType.CUBLAS_COMPUTE_32F_FAST_TF32
                : cublasComputeType.CUBLAS_COMPUTE_32F;
    }

    @Override
    public void fill(DeviceBuffer<?> buffer, Pattern pattern) {
        patterns.fill(buffer, pattern);
    }

    @Override
    public PatternCheck check(DeviceBuffer<?> buffer, Pattern pattern) {
        return patterns.check(buffer, pattern);
    }

    @Override
    public Kernel compile(KernelSource source) {
        byte[] image = source.isAssembly()
                ? (source.text() + '\0').getBytes(StandardCharsets.UTF_8)
                : compiler.compile(source, device.architecture());
        return new CudaKernel(context, stream, source, image);
    }

    @Override
    public Replay record(Runnable launches) {
        return CudaReplay.of(context, stream, launches);
    }

    @Override
    public Optional<PinnedWords> pinned(int words) {
        return Optional.of(new CudaPinnedWords(context, stream, words));
    }

    @Override
    public double seconds(Runnable work) {
        CudaApi api = context.api();
        CudaStatus.check("cuEventRecord", api.recordEvent(begin, stream));
        work.run();
        CudaStatus.check("cuEventRecord", api.recordEvent(end, stream));
        CudaStatus.check("cuEventSynchronize", api.synchronizeEvent(end));
        float[] milliseconds = new float[1];
        CudaStatus.check("cuEventElapsedTime", api.elapsed(milliseconds, begin, end));
        return milliseconds[0] * MILLIS;
    }

    @Override
    public void synchronize() {
        CudaStatus.check("cuCtxSynchronize", context.api().synchronizeContext());
    }

    @Override
    public void close() {
        if (closing.isEmpty()) {
            return;
        }
        context.api();
        DeviceResource.unwind(closing);
    }
}
