package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.Replay;

/** A CUDA graph made of what was enqueued while its stream was captured. */
final class CudaReplay implements Replay {
    private final CudaContext context;
    private final long stream;
    private final long executable;
    private boolean isClosed;

    private CudaReplay(CudaContext context, long stream, long executable) {
        this.context = context;
        this.stream = stream;
        this.executable = executable;
        context.opened();
    }

    /** Captures; what the work throws ends the capture and goes on to the caller. */
    static CudaReplay of(CudaContext context, long stream, Runnable work) {
        CudaApi api = context.api();
        long[] graph = new long[1];
        CudaStatus.check("cuStreamBeginCapture", api.beginCapture(stream));
        try {
            work.run();
        } catch (RuntimeException e) {
            if (api.endCapture(graph, stream) == 0) {
                api.destroyGraph(graph[0]);
            }
            throw e;
        }
        CudaStatus.check("cuStreamEndCapture", api.endCapture(graph, stream));
        long[] executable = new long[1];
        int status = api.instantiate(executable, graph[0]);
        int destroyed = api.destroyGraph(graph[0]);
        CudaStatus.check("cuGraphInstantiate", status);
        CudaReplay replay = new CudaReplay(context, stream, executable[0]);
        if (destroyed != 0) {
            replay.close();
            CudaStatus.check("cuGraphDestroy", destroyed);
        }
        return replay;
    }

    @Override
    public void run() {
        if (isClosed) {
            throw new DeviceException(Fault.MISUSE, "the recorded launches are closed");
        }
        CudaStatus.check("cuGraphLaunch", context.api().launchGraph(executable, stream));
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        CudaApi api = context.api();
        isClosed = true;
        context.released();
        CudaStatus.check("cuGraphExecDestroy", api.destroyExecutable(executable));
    }
}
