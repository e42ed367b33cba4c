package dev.amdahl.gpu.internal.jcuda;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import jcuda.driver.CUresult;

/** What a played driver has given out, and which of its calls fail. */
class PlayedHandles {
    /** Calls by name, each answered with its status as often as asked; a count below 0 is for ever. */
    final Map<String, int[]> failures = new HashMap<>();

    final Map<Long, Object> open = new TreeMap<>();

    private long last;
    /** What every call answers once the device is gone; 0 before. */
    int lost;

    /** Lets a call fail so many times. */
    final void fail(String call, int status, int times) {
        failures.put(call, new int[] {status, times});
    }

    final int answer(String call) {
        if (lost != 0) {
            return lost;
        }
        int[] failure = failures.get(call);
        if (failure == null || failure[1] == 0) {
            return 0;
        }
        failure[1]--;
        if (failure[0] == CUresult.CUDA_ERROR_ILLEGAL_ADDRESS) {
            lost = failure[0];
        }
        return failure[0];
    }

    /** From now on every call answers so. */
    final int lose(int status) {
        lost = status;
        return status;
    }

    final int opened(String call, long[] handle, Object object) {
        int status = answer(call);
        if (status == 0) {
            handle[0] = ++last;
            open.put(last, object);
        }
        return status;
    }

    final int closed(String call, long handle) {
        int status = answer(call);
        return open.remove(handle) == null ? CUresult.CUDA_ERROR_INVALID_HANDLE : status;
    }

    final <T> T known(Class<T> type, long handle) {
        Object object = open.getOrDefault(handle, "nothing");
        if (!type.isInstance(object)) {
            throw new AssertionError("the driver would have been given a dangling handle: " + handle);
        }
        return type.cast(object);
    }
}
