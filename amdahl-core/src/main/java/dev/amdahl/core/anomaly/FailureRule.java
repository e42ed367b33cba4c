package dev.amdahl.core.anomaly;

import dev.amdahl.spi.job.Anomaly.Cause;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A form of words by which a failing job or device tells its cause. Immutable.
 *
 * @param id short name
 * @param cause what it points at
 * @param confidence as its author sees it; no measurement
 * @param pattern of a line
 */
record FailureRule(String id, Cause cause, double confidence, Pattern pattern) {

    /** Lines that speak of failures and tell of none. */
    private static final Pattern HARMLESS =
            Pattern.compile("(?i)NCCL INFO|\\bno errors?\\b|\\b0 errors\\b|errors?\\b[^0-9]{0,12}[:=]\\s*0\\s*$"
                    + "|gradient overflow.{0,40}skipping|\\bretry(?:ing)?\\b.{0,80}\\bsucceeded\\b");

    /** Most specific words first within a cause; of several that match a line the surest counts. */
    private static final List<FailureRule> ALL = List.of(
            rule(
                    "xid-device",
                    Cause.HARDWARE,
                    .95,
                    "\\bXid\\b.{0,40}?[:,] ?(?:48|61|62|63|64|74|79|92|94|95|109|110|119|120|140)\\b"),
            rule(
                    "off-the-bus",
                    Cause.HARDWARE,
                    .97,
                    "fallen off the bus|GPU is lost|GPU has been lost|unable to determine the device handle"),
            rule(
                    "ecc",
                    Cause.HARDWARE,
                    .95,
                    "uncorrectable ECC|double.?bit (?:ECC )?error|ECC_UNCORRECTABLE|uncorrectable NVLink|row remap\\w* fail"),
            rule(
                    "machine-check",
                    Cause.HARDWARE,
                    .9,
                    "\\[Hardware Error\\]|machine check|PCIe Bus Error: severity=(?:Fatal|Uncorrected)|\\bSXid\\b"),
            rule(
                    "heat",
                    Cause.HARDWARE,
                    .85,
                    "thermal (?:shutdown|trip)|over-?temperature shutdown|HW (?:power brake|thermal) slowdown"),
            rule("node", Cause.HARDWARE, .8, "\\bNODE_?FAIL\\b|node failure"),
            rule("xid-other", Cause.HARDWARE, .6, "\\bNVRM: Xid\\b"),
            rule("xid-program", Cause.SOFTWARE, .8, "\\bXid\\b.{0,40}?[:,] ?(?:8|13|31|32|43|45)\\b"),
            rule(
                    "out-of-device-memory",
                    Cause.MEMORY,
                    .95,
                    "(?:CUDA|HIP|GPU|device)[ _]?(?:error:? )?out of memory|torch\\.(?:cuda\\.)?OutOfMemoryError|RESOURCE_EXHAUSTED|STATUS_ALLOC_FAILED"),
            rule(
                    "out-of-host-memory",
                    Cause.MEMORY,
                    .93,
                    "out of memory: kill|oom-?kill|oom_reaper|cgroup out of memory|exceeded memory limit|std::bad_alloc|cannot allocate memory|\\bMemoryError\\b|java\\.lang\\.OutOfMemoryError"),
            rule(
                    "shared-memory",
                    Cause.MEMORY,
                    .88,
                    "insufficient shared memory|shared memory \\(shm\\)|bus error.{0,60}(?:shm|shared memory)"),
            rule("worker-killed", Cause.MEMORY, .75, "DataLoader worker.{0,60}killed by signal: Killed"),
            rule("out-of-memory", Cause.MEMORY, .8, "\\bout of memory\\b|\\bOutOfMemory"),
            rule(
                    "link",
                    Cause.NETWORK,
                    .92,
                    "\\blink (?:is )?down\\b|port_?(?:error| err)|IBV_WC_\\w*ERR|IBV_EVENT_\\w*(?:ERR|FATAL)|\\bQP (?:fatal|error)|local QP operation err|transport retry counter exceeded"),
            rule(
                    "collective-peer",
                    Cause.NETWORK,
                    .8,
                    "ncclRemoteError|ncclSystemError|NCCL (?:WARN|error).{0,160}(?:socket|connect|unhandled system error|remote process)"),
            rule(
                    "rendezvous",
                    Cause.NETWORK,
                    .75,
                    "Rendezvous\\w*(?:Timeout|Connection|Error)|TCPStore.{0,80}(?:timed? ?out|fail)|failed to connect to .{0,60}master"),
            rule(
                    "collective-timeout",
                    Cause.NETWORK,
                    .65,
                    "watchdog caught collective|collective operation timeout|NCCL.{0,80}(?:timed out|time-?out (?:after|error|waiting))|barrier timed out"),
            rule(
                    "connection",
                    Cause.NETWORK,
                    .6,
                    "connection (?:refused|reset|timed out|closed by peer)|no route to host|network is unreachable|broken pipe|name or service not known|temporary failure in name resolution"),
            rule(
                    "loss-not-a-number",
                    Cause.NUMERIC,
                    .92,
                    "\\bloss\\b[^a-z0-9]{0,12}(?:is |was |became |= ?)?[-+]?(?:nan|inf(?:inity)?)\\b"),
            rule(
                    "not-a-number",
                    Cause.NUMERIC,
                    .87,
                    "\\b(?:nan|inf|infinite|non-?finite)\\b.{0,40}\\b(?:detected|found|encountered|in (?:grad|loss|weight|param|activ|output))|contains? (?:a )?(?:nan|inf)|found (?:nan|inf)|returned nan"),
            rule(
                    "loss-scale",
                    Cause.NUMERIC,
                    .87,
                    "loss scale (?:already )?(?:at|reached|is below).{0,20}minimum|loss scal\\w*.{0,40}underflow"),
            rule(
                    "gradient",
                    Cause.NUMERIC,
                    .8,
                    "grad(?:ient)?(?:s|[ _]norm)?\\b[^a-z0-9]{0,6}(?:is |are |= ?)?(?:nan|inf|explod|overflow)"),
            rule(
                    "floating-point",
                    Cause.NUMERIC,
                    .75,
                    "FloatingPointError|overflow encountered|invalid value encountered|loss (?:has )?diverged"),
            rule(
                    "library",
                    Cause.SOFTWARE,
                    .93,
                    "cannot open shared object file|undefined symbol|no kernel image is available|driver version is insufficient|ModuleNotFoundError|ImportError|command not found"),
            rule(
                    "broken-record",
                    Cause.DATA,
                    .9,
                    "UnidentifiedImageError|cannot identify image|DataLossError|\\bcorrupt(?:ed|ion)?\\b|truncated (?:file|record|input|jpeg|image|header|stream|archive)|(?:file|record|image|archive|stream) (?:is |was )?truncated|bad CRC|checksum mismatch|zlib\\.error|BadZipFile|UnicodeDecodeError|JSONDecodeError|ArrowInvalid|ParserError"),
            rule(
                    "storage",
                    Cause.DATA,
                    .8,
                    "stale (?:NFS )?file handle|input/output error|transport endpoint is not connected|no space left on device|disk quota exceeded|read-only file system"),
            rule(
                    "label",
                    Cause.DATA,
                    .75,
                    "t >= 0 && t < n_classes|(?:label|target|token)\\w*.{0,30}out of (?:range|bounds)"),
            rule(
                    "missing-file",
                    Cause.DATA,
                    .72,
                    "FileNotFoundError|no such file or directory|NoSuchKey|shard.{0,40}(?:missing|not found)"),
            rule("reader", Cause.DATA, .6, "caught \\w+ in DataLoader worker|\\bDataset\\w*Error|IOError"),
            rule(
                    "device-program",
                    Cause.SOFTWARE,
                    .65,
                    "illegal memory access|misaligned address|device-side assert|CUDNN_STATUS_\\w*(?:FAIL|ERR|BAD)|CUBLAS_STATUS_\\w*(?:FAIL|ERR|INVALID)"),
            rule(
                    "crash",
                    Cause.SOFTWARE,
                    .6,
                    "segmentation fault|SIGSEGV|core dumped|\\babort(?:ed)?\\b \\(|fatal error"),
            rule(
                    "exception",
                    Cause.SOFTWARE,
                    .5,
                    "^\\W{0,4}[\\w.]*(?:AssertionError|TypeError|KeyError|ValueError|AttributeError|NameError|IndexError|RuntimeError|Exception)\\b|exception in thread"),
            rule("trace", Cause.SOFTWARE, .3, "traceback \\(most recent call last\\)|\\bCUDA error\\b"));

    private static final int LONGEST = 2000;

    private static FailureRule rule(String id, Cause cause, double confidence, String pattern) {
        return new FailureRule(id, cause, confidence, Pattern.compile("(?i)" + pattern));
    }

    /** The surest rule that a line satisfies; of equals the first. */
    static Optional<FailureRule> of(String line) {
        String text = line.length() <= LONGEST ? line : line.substring(0, LONGEST);
        FailureRule best = null;
        for (FailureRule rule : ALL) {
            if ((best == null || rule.confidence > best.confidence)
                    && rule.pattern.matcher(text).find()) {
                best = rule;
            }
        }
        return best == null || HARMLESS.matcher(text).find() ? Optional.empty() : Optional.of(best);
    }
}
