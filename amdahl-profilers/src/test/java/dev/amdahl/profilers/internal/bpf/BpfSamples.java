package dev.amdahl.profilers.internal.bpf;

/** Small outputs of each kind that is read. */
final class BpfSamples {
    static final String TEXT = """
            This is what the tools printed.

            # ./runqlat -P
            Tracing run queue latency... Hit Ctrl-C to end.
            ^C
            pid = 17
                 usecs               : count     distribution
                     0 -> 1          : 7        |****                                    |
                     2 -> 3          : 2        |*                                       |
                 16384 -> 32767      : 1        |                                        |

            # ./offcputime -K
            Tracing off-CPU time (us) of all threads by kernel stack... Hit Ctrl-C to end.
                schedule
                pipe_wait
                bash
                    94

            # ./offcputime -f
            dd;sys_read;io_schedule 500000
            # ./profile -F 99 -d
                memcpy
                --
                main
                -                dd (25036)
                    99

            # ./other.bt
            @usecs[a, 1]:
            [0]                    1 |                                                    |
            [512, 1K)              5 |@                                                   |
            [1M, ...)              1 |                                                    |

            @stats[x]: count 2, average 6, total 12
            @n: -3
            @[
                futex_wait+12
                main+1
            , python]: 3
            """;

    static final String JSON = """
            {"type": "attached_probes", "data": {"probes": 2}}
            {"type": "map", "data": {"@map": {"key1": 2, "a": {"b": 5}}, "@scalar": 5}}
            {"type": "hist", "data": {"@usecs": {"curl": [
              {"max": -1, "count": 1}, {"min": 0, "max": 0, "count": 1}, {"min": 4, "max": 7, "count": 8}]}}}
            {"type": "hist", "data": {"@h": [{"min": 0, "max": 9, "count": 1}, {"min": 100, "count": 1}]}}
            {"type": "stats", "data": {"@s": {"zsh": {"count": 1, "average": 10, "total": 10}}}}
            {"type": "tseries", "data": {"@a": [{"interval_start": "1970-01-01 00:00:00.5", "value": 9}]}}
            {"type": "lost_events", "data": {"events": 4}}
            {"type": "printf", "data": "Tracing CPU scheduler... Hit Ctrl-C to end."}
            """;

    static final String SHORT_TEXT = """
            # ./runqlat
                 usecs               : count
                     0 -> 1          : 7        |***|
                     2 -> 3          : 2        |*|

            Tracing off-CPU time (us) of
                pipe_wait
                bash
                    94

            """.replace(": count", ": count     distribution");

    static final String SHORT_JSON = """
            {"type": "map", "data": {"@m": {"k": 2}}}
            {"type": "hist", "data": {"@us": [{"max": -1, "count": 1}, {"min": 4, "max": 7, "count": 8}]}}
            """;

    private BpfSamples() {}
}
