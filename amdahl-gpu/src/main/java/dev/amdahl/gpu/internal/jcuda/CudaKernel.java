package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSignature;
import dev.amdahl.gpu.KernelSource;
import java.util.Arrays;
import java.util.Optional;
import jcuda.driver.CUfunction_attribute;

/** A function of a module of its own. */
final class CudaKernel extends CudaHandle implements Kernel {

    private final String name;
    private final Optional<KernelSignature> signature;
    private final long stream;
    private final long module;
    private final long function;
    /** Dynamic bytes that the driver was asked for: what is static comes on top, so that any number may be too many unasked. */
    private int allowedShared;

    CudaKernel(CudaContext context, long stream, KernelSource source, byte[] image) {
        super(context, "kernel " + source.name() + " is");
        this.stream = stream;
        this.name = source.name();
        this.signature = source.signature();
        CudaApi api = context.api();
        long[] made = new long[1];
        CudaStatus.check("cuModuleLoadData of " + name, api.loadModule(made, image));
        this.module = made[0];
        int status = api.function(made, module, source.entry());
        if (status != 0) {
            api.unloadModule(module);
            CudaStatus.check("cuModuleGetFunction of " + source.entry() + " in " + name, status);
        }
        this.function = made[0];
        context.opened();
    }

    @Override
    public void launch(Grid grid, KernelArgument... arguments) {
        CudaApi api = open();
        signature.ifPresent(declared -> declared.check(arguments));
        if (grid.sharedBytes() > allowedShared) {
            CudaStatus.check("cuFuncSetAttribute of " + name, api.allowShared(function, grid.sharedBytes()));
            allowedShared = grid.sharedBytes();
        }
        CudaStatus.check(
                "cuLaunchKernel of " + name,
                api.launch(
                        function,
                        grid,
                        stream,
                        Arrays.stream(arguments).map(this::value).toList()));
    }

    private Object value(KernelArgument argument) {
        if (argument instanceof KernelArgument.Buffer pointer) {
            return new CudaApi.Memory(
                    CudaBuffer.of(pointer.buffer(), context).memory(),
                    pointer.element() * pointer.buffer().type().bytes());
        } else if (argument instanceof KernelArgument.Int32 number) {
            return number.value();
        } else if (argument instanceof KernelArgument.Int64 number) {
            return number.value();
        } else if (argument instanceof KernelArgument.Float32 number) {
            return number.value();
        } else if (argument instanceof KernelArgument.Float64 number) {
            return number.value();
        }
        throw new IllegalStateException("an argument of no known kind: " + argument);
    }

    @Override
    public Optional<Footprint> footprint() {
        return Optional.of(new Footprint(
                attribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS),
                attribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES),
                attribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)));
    }

    private int attribute(int attribute) {
        int[] value = new int[1];
        CudaStatus.check("cuFuncGetAttribute of " + name, open().functionAttribute(value, attribute, function));
        return value[0];
    }

    @Override
    void release(CudaApi api) {
        CudaStatus.check("cuModuleUnload of " + name, api.unloadModule(module));
    }
}
