package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.DeviceException;
import dev.amdahl.gpu.DeviceException.Fault;

/** Work in slices that shrink while the device has no room for them. */
final class Slices {

    private Slices() {}

    /** One slice. */
    interface Slice {
        /** Does all from one number up to but without another; done again, in parts, if it runs out of memory. */
        void run(int from, int to);
    }

    /**
     * Does everything from 0 to a total.
     *
     * @param most the largest slice to try
     * @throws DeviceException if not even a slice of 1 fits, or for any other fault
     */
    static void run(int total, int most, Slice slice) {
        int size = Math.max(1, most);
        for (int from = 0; from < total; ) {
            int to = (int) Math.min(total, (long) from + size);
            try {
                slice.run(from, to);
                from = to;
            } catch (DeviceException e) {
                boolean isSmaller = e.fault() == Fault.OUT_OF_MEMORY && to - from > 1;
                if (!isSmaller) {
                    throw e;
                }
                size = (to - from) / 2;
            }
        }
    }
}
