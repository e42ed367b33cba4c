package dev.amdahl.gpu.internal.jcuda;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import jcuda.NativePointerObject;
import jcuda.driver.CUresult;
import org.jspecify.annotations.Nullable;

/** JCuda's objects by the numbers that stand for them. Thread-safe. */
class CudaHandles {
    private final Map<Long, Object> objects = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    final <T extends NativePointerObject> int kept(int status, long[] handle, T object) {
        if (status == CUresult.CUDA_SUCCESS) {
            handle[0] = last.incrementAndGet();
            objects.put(handle[0], object);
        }
        return status;
    }

    final <T> T object(Class<T> type, long handle) {
        return known(type, objects.get(handle));
    }

    final <T> T taken(Class<T> type, long handle) {
        return known(type, objects.remove(handle));
    }

    private static <T> T known(Class<T> type, @Nullable Object object) {
        if (!type.isInstance(object)) {
            throw new DeviceException(Fault.MISUSE, "no open handle of a " + type.getSimpleName());
        }
        return type.cast(requireNonNull(object));
    }

    final void forget(List<Long> handles) {
        objects.keySet().removeAll(handles);
    }
}
