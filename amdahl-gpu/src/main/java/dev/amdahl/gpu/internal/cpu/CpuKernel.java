package dev.amdahl.gpu.internal.cpu;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSignature;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.KernelTwin;
import dev.amdahl.gpu.TwinArguments;
import java.util.Optional;

/** A kernel's twin, its blocks shared among threads. */
final class CpuKernel implements Kernel {
    private final String name;
    private final Optional<KernelSignature> signature;
    private final KernelTwin twin;
    private final Workers workers;
    private boolean isClosed;

    CpuKernel(KernelSource source, KernelTwin twin, Workers workers) {
        this.name = source.name();
        this.signature = source.signature();
        this.twin = twin;
        this.workers = workers;
    }

    @Override
    public void launch(Grid grid, KernelArgument... arguments) {
        if (isClosed) {
            throw new DeviceException(Fault.MISUSE, "kernel " + name + " is closed");
        }
        signature.ifPresent(declared -> declared.check(arguments));
        TwinArguments values = new CpuArguments(name, arguments);
        if (grid.blocksZ() > 1 || grid.threadsZ() > 1) {
            throw new DeviceException(Fault.MISUSE, "kernel " + name + ": a twin has two dimensions");
        }
        int across = grid.blocksX();
        try {
            workers.each(
                    (long) across * grid.blocksY(),
                    block -> twin.run((int) (block % across), (int) (block / across), grid, values));
        } catch (IndexOutOfBoundsException e) {
            throw new DeviceException(Fault.LOST, "kernel " + name + " left its buffers: " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<Footprint> footprint() {
        return Optional.empty();
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
