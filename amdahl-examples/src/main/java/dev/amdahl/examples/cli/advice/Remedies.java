package dev.amdahl.examples.cli.advice;

import dev.amdahl.core.internal.anomaly.FailureTriage;
import dev.amdahl.core.internal.anomaly.FailureTriage.Finding;
import dev.amdahl.spi.job.Anomaly.Cause;

/** What to do about a failure: by the rule that tells it, or else by its cause. */
final class Remedies {
    private Remedies() {}

    static String of(FailureTriage.Result result) {
        return of(result.findings().stream().findFirst().map(Finding::rule).orElse(""), result.cause());
    }

    private static String of(String rule, Cause cause) {
        return switch (rule) {
            case "xid-contained" ->
                "start the job again from its last checkpoint: the error was contained to it and the device works on;"
                        + " reset the device when it is free, drain the host if it comes back";
            case "no-space" ->
                "free space on that file system, or write elsewhere: old checkpoints, caches, the quota; then go on from"
                        + " the last checkpoint";
            case "shared-memory" ->
                "give the container more shared memory (--shm-size, or a memory volume at /dev/shm), or use fewer workers";
            case "driver" ->
                "update the driver of that host, or use a build for what it supports; running it again changes nothing";
            case "library" ->
                "put it into the image or fix the path, or use a build for that device; running it again changes nothing";
            case "login" ->
                "log in, or give the job a token that is valid and has been granted access to what it names";
            case "access" -> "give the job's account access to that path, or name one that it can use";
            case "device-fault" ->
                "a kernel used memory that is not its own: run again with kernels in order (AMD_SERIALIZE_KERNEL=3) to see"
                        + " which; if only one host shows it, test its device";
            case "name-resolution" ->
                "look that name up on that host (getent hosts NAME): a wrong name, no DNS there, or no network at all";
            case "preemption" ->
                "nothing is wrong with the job: let it go on from its last checkpoint; save more often";
            case "time-limit" ->
                "ask for more time, or save before the limit and go on from there; if it had stopped before, see why";
            case "eviction" ->
                "request as much memory and ephemeral storage as it uses, since the node ran short; go on from the last"
                        + " checkpoint";
            case "not-placed" -> "ask for what the cluster has and the account may use, or wait";
            default -> of(cause);
        };
    }

    private static String of(Cause cause) {
        return switch (cause) {
            case HARDWARE -> "drain the host, run its diagnostics, start the job elsewhere from its last checkpoint";
            case MEMORY -> "see how much was asked for at that line; a smaller batch, fewer workers, or more memory";
            case NETWORK -> "look for the first rank that stopped: the others only waited for it; then its link";
            case NUMERIC ->
                "go back to the last good checkpoint; clip gradients, lower the rate, look at that step's data";
            case DATA -> "check that file or record, and the storage it lies on";
            case SOFTWARE -> "read the first traceback; run again with the same seed to see whether it repeats";
            case SCHEDULER -> "ask the scheduler or the job's owner who ended it; go on from the last checkpoint";
            case UNKNOWN -> "give more logs: the kernel's (dmesg), the scheduler's, every rank's; and --exit-code";
        };
    }
}
