package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.job.Anomaly.Cause;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A form of words by which a failing job or device tells its cause.
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
                    + "|gradient overflow.{0,40}skipping|\\bretry(?:ing)?\\b.{0,80}\\bsucceeded\\b"
                    + "|IPv6 network addresses of .{0,80}cannot be retrieved");

    /** Most specific words first within a cause; of several that match a line the surest counts. */
    private static final List<FailureRule> ALL = List.of(
            rule(
                    "xid-device",
                    Cause.HARDWARE,
                    .95,
                    "\\bXid\\b.{0,40}?[:,] ?(?:48|61|62|63|64|74|79|92|109|110|119|120|140)\\b"),
            rule(
                    "off-the-bus",
                    Cause.HARDWARE,
                    .97,
                    "fallen off the bus|GPU is lost|GPU has been lost|unable to determine the device handle"),
            rule("xid-uncontained", Cause.HARDWARE, .97, "\\bXid\\b.{0,40}?[:,] ?95\\b"),
            rule("xid-contained", Cause.HARDWARE, .96, "\\bXid\\b.{0,40}?[:,] ?94\\b"),
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
            rule(
                    "device-hang",
                    Cause.HARDWARE,
                    .8,
                    "HW Exception by GPU.{0,80}(?:GPU Hang|reset)|amdgpu\\b.{0,80}(?:GPU reset begin|uncorrectable hardware error|\\bring \\w+ timeout)"),
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
                    "out of memory: kill|oom[-_]?kill|oom_reaper|cgroup out[- ]of[- ]memory|exceeded memory limit|TERM_MEMLIMIT|(?-i:\\bOUT_OF_ME(?:MORY|\\+))|PBS: job killed: v?mem\\b|std::bad_alloc|cannot allocate memory|\\bMemoryError\\b|java\\.lang\\.OutOfMemoryError"),
            rule(
                    "shared-memory",
                    Cause.MEMORY,
                    .88,
                    "insufficient shared memory|/dev/shm\\b.{0,80}no space left|no space left.{0,60}/dev/shm\\b|shared memory \\(shm\\)|bus error.{0,60}(?:shm|shared memory)"),
            rule("worker-killed", Cause.MEMORY, .75, "DataLoader worker.{0,60}killed by signal: Killed"),
            rule(
                    "killed",
                    Cause.MEMORY,
                    .48,
                    "\\bline \\d+:\\s+\\d+ Killed\\b|^\\s*Killed\\s*$|\\bExit Code:\\s+137\\b"),
            rule("out-of-memory", Cause.MEMORY, .8, "\\bout of memory\\b|\\bOutOfMemory"),
            rule(
                    "preemption",
                    Cause.SCHEDULER,
                    .96,
                    "DUE TO PREEMPTION|(?-i:\\bPREEMPTED\\b)|\\bPreempted (?:by|in order to)\\b.{0,100}\\bnode\\b|PreemptionByScheduler|\\binstance (?:was |has been )?preempted|spot (?:instance )?interruption"),
            rule(
                    "eviction",
                    Cause.SCHEDULER,
                    .94,
                    "\\b(?:Warning|Reason:|Status:|\\d+/\\d+)\\s+Evicted\\b|reason[\"=: ]{1,4}Evicted|low on resource: |node had condition: \\[|ephemeral (?:local )?storage (?:usage )?(?:exceeds|limit)|TaintManagerEviction|eviction manager: "),
            rule(
                    "time-limit",
                    Cause.SCHEDULER,
                    .9,
                    "DUE TO TIME LIMIT|(?-i:JobState=TIMEOUT|\\bTIMEOUT\\s+\\d+:\\d+\\b)|walltime \\d+ exceeded|TERM_RUNLIMIT|longer than (?:the )?specified deadline|\\b(?:Warning|Reason:)\\s+DeadlineExceeded\\b"),
            rule(
                    "not-placed",
                    Cause.SCHEDULER,
                    .85,
                    "\\d+/\\d+ nodes are available|Batch job submission failed|Unable to allocate resources: "),
            rule(
                    "cancelled",
                    Cause.SCHEDULER,
                    .45,
                    "\\*\\*\\* (?:JOB|STEP) .{0,80}\\bCANCELLED AT\\b|(?-i:JobState=CANCELLED|\\bCANCELLED by \\d)|Force Terminated StepId|TERM_OWNER"),
            rule("terminated", Cause.SCHEDULER, .42, "got signal: 15\\b|SIGTERM death signal"),
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
                    "Rendezvous\\w*(?:Timeout|Connection|Error)|TCPStore.{0,80}(?:timed? ?out|fail)|failed to connect to .{0,60}master|client socket has (?:failed to connect|timed out)"),
            rule(
                    "collective-timeout",
                    Cause.NETWORK,
                    .65,
                    "watchdog caught collective|collective operation timeout|NCCL.{0,80}(?:timed out|time-?out (?:after|error|waiting))|barrier timed out"),
            rule(
                    "name-resolution",
                    Cause.NETWORK,
                    .8,
                    "in name resolution|temporary failure resolving|name or service not known|could not resolve host|no address associated with hostname|nodename nor servname|NameResolutionError|getaddrinfo|: no such host\\b|NXDOMAIN|SERVFAIL|server misbehaving"),
            rule(
                    "connection",
                    Cause.NETWORK,
                    .6,
                    "connection (?:refused|reset|timed out|closed by peer)|no route to host|network is unreachable|broken pipe"),
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
                    "driver",
                    Cause.SOFTWARE,
                    .94,
                    "driver version is insufficient|driver on your system is too old|Driver/library version mismatch|please update your driver|couldn't communicate with the NVIDIA driver|COMPAT_NOT_SUPPORTED_ON_DEVICE|forward compatibility was attempted"),
            rule(
                    "login",
                    Cause.SOFTWARE,
                    .86,
                    "\\b40[13] (?:Client Error|Unauthorized|Forbidden)\\b|(?:error|status(?: code)?):? \\(?40[13]\\b|error occurred \\(40[13]\\)|HTTP Basic: Access denied|gated repo\\b|GatedRepoError|LocalTokenNotFoundError|please log ?in\\b|api_key not configured|authentication (?:failed|required)|could not read Username|Permission denied \\(publickey|NoCredentialsError|unable to locate credentials|ExpiredToken|InvalidClientTokenId|\\bAccessDenied(?:Exception)?\\b|pull access denied|invalid (?:username or password|credentials|api key)"),
            rule(
                    "access",
                    Cause.SOFTWARE,
                    .74,
                    "\\bPermissionError\\b|\\bpermission denied\\b|\\bAccessDeniedException\\b"),
            rule(
                    "device-fault",
                    Cause.SOFTWARE,
                    .8,
                    "Memory access fault by GPU|HSA_STATUS_ERROR_(?!OUT_OF)\\w+|amdgpu\\b.{0,80}\\bpage fault|VM_L2_PROTECTION_FAULT"),
            rule(
                    "library",
                    Cause.SOFTWARE,
                    .93,
                    "cannot open shared object file|undefined symbol|no kernel image is available|ModuleNotFoundError|ImportError|command not found"),
            rule(
                    "broken-record",
                    Cause.DATA,
                    .9,
                    "UnidentifiedImageError|cannot identify image|DataLossError|\\bcorrupt(?:ed|ion)?\\b|truncated (?:file|record|input|jpeg|image|header|stream|archive)|(?:file|record|image|archive|stream) (?:is |was )?truncated|bad CRC|checksum mismatch|zlib\\.error|BadZipFile|UnicodeDecodeError|JSONDecodeError|ArrowInvalid|ParserError"),
            rule("no-space", Cause.DATA, .85, "no space left on device|disk quota exceeded|\\bENOSPC\\b|\\bEDQUOT\\b"),
            rule(
                    "storage",
                    Cause.DATA,
                    .8,
                    "stale (?:NFS )?file handle|input/output error|transport endpoint is not connected|read-only file system"),
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
                    "^\\W{0,4}(?!\\S*SignalException)[\\w.]*(?:AssertionError|TypeError|KeyError|ValueError|AttributeError|NameError|IndexError|RuntimeError|Exception)\\b|exception in thread"),
            rule("trace", Cause.SOFTWARE, .3, "traceback \\(most recent call last\\)|\\bCUDA error\\b"));

    private static final int MAX_LENGTH = 2000;

    private static FailureRule rule(String id, Cause cause, double confidence, String pattern) {
        return new FailureRule(id, cause, confidence, Pattern.compile("(?i)" + pattern));
    }

    /** Returns the surest rule that a line satisfies; of equals the first. */
    static Optional<FailureRule> of(String line) {
        String text = line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH);
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
