package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.Replay;

/** A CUDA graph made of what was enqueued while its stream was captured. */
final class CudaReplay extends CudaHandle implements Replay {
    private final long stream;
    private final long executable;

    private CudaReplay(CudaContext context, long stream, long executable) {
        super(context, "the recorded launches are");
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
        CudaStatus.check("cuGraphLaunch", open().launchGraph(executable, stream));
    }

    @Override
    void release(CudaApi api) {
        CudaStatus.check("cuGraphExecDestroy", api.destroyExecutable(executable));
    }
}
