package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.KernelTwin;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;
import jcuda.jcublas.cublasStatus;
import org.jspecify.annotations.Nullable;

/**
 * A driver played on the host: keeps what is open, runs the Java twins of kernels, multiplies column-major, and refuses what a real
 * driver refuses. A module's image is the name of its entry.
 */
class RecordingCudaApi extends PlayedHandles implements CudaApi {
    final Map<String, KernelTwin> twins = new HashMap<>();
    final List<Grid> launches = new ArrayList<>();
    /** From this launch on the device is gone. */
    int lostAtLaunch = Integer.MAX_VALUE;

    long freeBytes = 1L << 40;
    /** Seconds of events for each second of the host. */
    float pace = 1;

    private static final int CHUNK = 1 << 20;

    private boolean isContextCurrent;
    private @Nullable List<IntSupplier> captured;
    int replays;

    private record Named(String kind, String name) {}

    private record Graph(List<IntSupplier> launches) {}

    RecordingCudaApi() {
        PlayedPatterns.teach(twins);
    }

    SparseMemory memory(long handle) {
        return known(SparseMemory.class, handle);
    }

    String named(long handle) {
        return known(Named.class, handle).name();
    }

    @Override
    public int init() {
        return answer("init");
    }

    @Override
    public int deviceCount(int[] count) {
        count[0] = 1;
        return answer("deviceCount");
    }

    @Override
    public int deviceName(String[] name, int device) {
        name[0] = "Played device " + device;
        return answer("deviceName");
    }

    @Override
    public int deviceAttribute(int[] value, int attribute, int device) {
        value[0] = attribute == CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
                ? 9
                : attribute == CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? 0 : 100;
        return answer("deviceAttribute");
    }

    @Override
    public int totalMemory(long[] bytes, int device) {
        bytes[0] = freeBytes;
        return answer("totalMemory");
    }

    @Override
    public int retainPrimaryContext(long[] context, int device) {
        return opened("retainPrimaryContext", context, new Named("context", ""));
    }

    @Override
    public int releasePrimaryContext(int device) {
        open.values()
                .removeIf(
                        object -> object instanceof Named named && named.kind().equals("context"));
        return answer("releasePrimaryContext");
    }

    @Override
    public int setCurrentContext(long context) {
        isContextCurrent = true;
        return answer("setCurrentContext");
    }

    @Override
    public int limit(int limit, long value) {
        return answer("limit");
    }

    @Override
    public int synchronizeContext() {
        return answer("synchronizeContext");
    }

    @Override
    public int allocate(long[] memory, long bytes) {
        if (!isContextCurrent) {
            return CUresult.CUDA_ERROR_INVALID_CONTEXT;
        }
        if (bytes > freeBytes) {
            return CUresult.CUDA_ERROR_OUT_OF_MEMORY;
        }
        int status = opened("allocate", memory, memoryOf(bytes));
        freeBytes -= status == 0 ? bytes : 0;
        return status;
    }

    /** New memory of so many bytes. */
    SparseMemory memoryOf(long bytes) {
        return new SparseMemory(bytes);
    }

    @Override
    public int free(long memory) {
        freeBytes += memory(memory).bytes;
        memory(memory).discard();
        return closed("free", memory);
    }

    @Override
    public int upload(long memory, long at, Object host, long hostByte, long bytes) {
        if (captured != null) {
            return invalidated();
        }
        SparseMemory target = memory(memory);
        if (!target.holds(at, bytes)) {
            return CUresult.CUDA_ERROR_INVALID_VALUE;
        }
        byte[] part = new byte[Math.toIntExact(bytes)];
        System.arraycopy(SparseMemory.bytes(host), Math.toIntExact(hostByte), part, 0, part.length);
        target.write(at, part);
        return answer("upload");
    }

    @Override
    public int download(Object host, long hostByte, long memory, long at, long bytes) {
        if (captured != null) {
            return invalidated();
        }
        SparseMemory source = memory(memory);
        if (!source.holds(at, bytes)) {
            return CUresult.CUDA_ERROR_INVALID_VALUE;
        }
        byte[] whole = SparseMemory.bytes(host);
        System.arraycopy(
                source.read(at, Math.toIntExact(bytes)), 0, whole, Math.toIntExact(hostByte), Math.toIntExact(bytes));
        SparseMemory.into(host, whole);
        return answer("download");
    }

    private int invalidated() {
        captured = null;
        return CUresult.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }

    @Override
    public int copy(long to, long from, long bytes, long stream) {
        if (captured != null) {
            captured.add(() -> copy(to, from, bytes, stream));
            return answer("copy");
        }
        SparseMemory source = memory(from);
        SparseMemory target = memory(to);
        for (long at = 0; at < bytes; at += CHUNK) {
            target.write(at, source.read(at, (int) Math.min(CHUNK, bytes - at)));
        }
        return answer("copy");
    }

    @Override
    public int canAccessPeer(int[] can, int device, int peer) {
        can[0] = device == peer ? 0 : 1;
        return answer("canAccessPeer");
    }

    @Override
    public int enablePeer(long peerContext) {
        known(Named.class, peerContext);
        return answer("enablePeer");
    }

    @Override
    public int copyPeer(long to, long toContext, long from, long fromContext, long bytes, long stream) {
        known(Named.class, toContext);
        known(Named.class, fromContext);
        int status = answer("copyPeer");
        return status == 0 ? copy(to, from, bytes, stream) : status;
    }

    @Override
    public int createStream(long[] stream) {
        return opened("createStream", stream, new Named("stream", ""));
    }

    @Override
    public int destroyStream(long stream) {
        return closed("destroyStream", stream);
    }

    @Override
    public int createEvent(long[] event) {
        return opened("createEvent", event, new long[1]);
    }

    @Override
    public int destroyEvent(long event) {
        return closed("destroyEvent", event);
    }

    @Override
    public int recordEvent(long event, long stream) {
        known(long[].class, event)[0] = System.nanoTime();
        return answer("recordEvent");
    }

    @Override
    public int synchronizeEvent(long event) {
        return answer("synchronizeEvent");
    }

    @Override
    public int elapsed(float[] milliseconds, long begin, long end) {
        milliseconds[0] = (known(long[].class, end)[0] - known(long[].class, begin)[0]) * 1e-6f * pace;
        return answer("elapsed");
    }

    @Override
    public int loadModule(long[] module, byte[] image) {
        return opened("loadModule", module, new Named("module", new String(image, StandardCharsets.UTF_8)));
    }

    @Override
    public int unloadModule(long module) {
        return closed("unloadModule", module);
    }

    @Override
    public int function(long[] function, long module, String entry) {
        if (!named(module).equals(entry)) {
            return CUresult.CUDA_ERROR_NOT_FOUND;
        }
        function[0] = module;
        return answer("function");
    }

    @Override
    public int functionAttribute(int[] value, int attribute, long function) {
        value[0] = attribute;
        return answer("functionAttribute");
    }

    @Override
    public int allowShared(long function, int bytes) {
        return answer("allowShared");
    }

    @Override
    public int launch(long function, Grid grid, long stream, List<Object> values) {
        launches.add(grid);
        lost = launches.size() >= lostAtLaunch ? CUresult.CUDA_ERROR_ECC_UNCORRECTABLE : lost;
        int status = answer("launch");
        if (status == 0 && captured != null) {
            captured.add(() -> launch(function, grid, stream, values));
            return 0;
        }
        return status == 0 ? execute(function, grid, values) : status;
    }

    /** Runs the twin of a function, if it has one. */
    int execute(long function, Grid grid, List<Object> values) {
        KernelTwin twin = twins.get(named(function));
        if (twin != null) {
            PlayedArguments arguments = new PlayedArguments(values.stream()
                    .map(value -> value instanceof Memory pointer ? memory(pointer.handle()) : value)
                    .toList());
            for (int block = 0; block < grid.blocksX() * grid.blocksY(); block++) {
                twin.run(block % grid.blocksX(), block / grid.blocksX(), grid, arguments);
            }
            arguments.writeBack();
        }
        return 0;
    }

    @Override
    public int beginCapture(long stream) {
        int status = answer("beginCapture");
        captured = status == 0 ? new ArrayList<>() : null;
        return status;
    }

    @Override
    public int endCapture(long[] graph, long stream) {
        List<IntSupplier> kept = captured == null ? List.of() : List.copyOf(captured);
        boolean isBroken = captured == null;
        captured = null;
        return isBroken ? CUresult.CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : opened("endCapture", graph, new Graph(kept));
    }

    @Override
    public int destroyGraph(long graph) {
        return closed("destroyGraph", graph);
    }

    @Override
    public int instantiate(long[] executable, long graph) {
        return opened("instantiate", executable, known(Graph.class, graph));
    }

    @Override
    public int launchGraph(long executable, long stream) {
        replays++;
        int status = answer("launchGraph");
        for (IntSupplier launch : known(Graph.class, executable).launches()) {
            status = status == 0 ? launch.getAsInt() : status;
        }
        return status;
    }

    @Override
    public int destroyExecutable(long executable) {
        return closed("destroyExecutable", executable);
    }

    @Override
    public int allocateHost(long[] memory, ByteBuffer[] view, long bytes) {
        view[0] = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
        return opened("allocateHost", memory, view[0]);
    }

    @Override
    public int freeHost(long memory) {
        return closed("freeHost", memory);
    }

    @Override
    public int uploadPinned(long memory, long host, long bytes, long stream) {
        byte[] part = new byte[Math.toIntExact(bytes)];
        known(ByteBuffer.class, host).get(0, part);
        memory(memory).write(0, part);
        return answer("uploadPinned");
    }

    @Override
    public int downloadPinned(long host, long memory, long bytes, long stream) {
        known(ByteBuffer.class, host).put(0, memory(memory).read(0, Math.toIntExact(bytes)));
        return answer("downloadPinned");
    }

    /** The library names no fault of the driver. */
    private int blasStatus(int status) {
        return status == lost && lost != 0 ? cublasStatus.CUBLAS_STATUS_EXECUTION_FAILED : status;
    }

    @Override
    public int createBlas(long[] blas) {
        return opened("createBlas", blas, new Named("blas", ""));
    }

    @Override
    public int destroyBlas(long blas) {
        return blasStatus(closed("destroyBlas", blas));
    }

    @Override
    public int setBlasStream(long blas, long stream) {
        return blasStatus(answer("setBlasStream"));
    }

    @Override
    public int multiply(long blas, Gemm gemm) {
        int wrong = PlayedProducts.multiply(gemm, this::memory);
        return wrong == 0 ? blasStatus(answer("multiply")) : wrong;
    }
}
