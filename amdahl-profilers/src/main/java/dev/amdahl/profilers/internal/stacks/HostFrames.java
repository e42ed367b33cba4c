package dev.amdahl.profilers.internal.stacks;

import java.util.List;

/** Which frame of a host stack is to answer for a launch. */
final class HostFrames {
    private static final List<String> RUNTIME = List.of(
            "cudaLaunch",
            "__cudaLaunch",
            "__device_stub__",
            "cuLaunch",
            "cudaGraphLaunch",
            "cuGraphLaunch",
            "cudaMemcpy",
            "cuMemcpy",
            "cudaMemset",
            "cuMemset",
            "hipLaunch",
            "hipModuleLaunch",
            "hipExtLaunch",
            "hipGraphLaunch",
            "hipMemcpy",
            "[unknown]",
            "<no-symbol>");

    private HostFrames() {}

    /** Returns the innermost frame that is not the device runtime's own; the innermost where all are. */
    static String launcher(List<String> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            String frame = frames.get(i);
            if (RUNTIME.stream().noneMatch(frame::startsWith)) {
                return frame;
            }
        }
        return frames.get(frames.size() - 1);
    }
}
