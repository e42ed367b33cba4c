package dev.amdahl.gpu.cpu;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelTwin;
import dev.amdahl.gpu.TwinArguments;
import java.util.Optional;

/** A kernel's twin, its blocks shared among threads. */
final class CpuKernel implements Kernel {
    private final String name;
    private final KernelTwin twin;
    private final Workers workers;
    private boolean isClosed;

    CpuKernel(String name, KernelTwin twin, Workers workers) {
        this.name = name;
        this.twin = twin;
        this.workers = workers;
    }

    @Override
    public void launch(Grid grid, KernelArgument... arguments) {
        if (isClosed) {
            throw new DeviceException(Fault.MISUSE, "kernel " + name + " is closed");
        }
        TwinArguments values = new CpuArguments(name, arguments);
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
