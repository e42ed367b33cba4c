package dev.amdahl.core.internal.workspace;

import dev.amdahl.spi.Plurals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a patch newly uses, or no longer does, that no measurement can judge, so that its reader looks there first. It goes by names in the
 * text and proves nothing: a call can hide from it. Stateless, thread-safe.
 */
public final class PatchSigns {
    private static final int MAX_PLACES = 4;
    private static final int MAX_LENGTH = 60;

    private PatchSigns() {}

    /** One kind of sign, in the order in which they are told. */
    private enum Sign {
        PROCESSES(
                "newly starts or loads other programs",
                "(?<![.>\\w])(?:system|popen|posix_spawnp?|exec[lv]p?e?|v?fork|syscall|dlopen|dlsym|CreateProcess[AW]?)\\s*\\("
                        + "|(?<![.\\w])(?:eval|exec|compile|__import__)\\s*\\("
                        + "|\\bsubprocess\\b|\\bmultiprocessing\\b|\\bos\\.(?:system|popen|spawn\\w+|exec\\w+|fork|startfile)\\b"
                        + "|\\bRuntime\\.getRuntime\\b|\\bProcessBuilder\\b|\\bchild_process\\b|\\bCommand::new\\b"
                        + "|\\bexec\\.Command\\w*|\\bimportlib\\b|\\bctypes\\b|\\bcffi\\b|\\bSystem\\.load(?:Library)?\\b"
                        + "|\\b(?:c?[Pp]ickle|joblib|marshal|dill)\\.loads?\\b|\\b__?asm(?:__)?\\b|\\bsudo\\b|\\b(?:ba|z|da)?sh\\s+-c\\b"
                        + "|\\bnohup\\b|\\bsetsid\\b|\\bset[ug]id\\b|\\bchmod\\b"),
        NETWORK(
                "newly uses the network",
                "(?<![.:>\\w])(?:socket|connect|accept4?|sendto|recvfrom|getaddrinfo|gethostbyname)\\s*\\("
                        + "|\\bimport\\s+socket\\b|\\bsocket\\.\\w+|\\burllib\\w*|\\bimport\\s+requests\\b|\\brequests\\.\\w+\\s*\\("
                        + "|\\b(?:httpx|aiohttp|httplib|ftplib|smtplib|telnetlib|paramiko|xmlrpc|reqwest)\\b|\\bhttp\\.(?:client|Get|Post|NewRequest)\\b"
                        + "|\\b(?:lib)?curl\\w*|\\b(?:wget|ncat|netcat|scp|sftp|rsync|telnet)\\b|\\bnc\\s+-|\\bssh\\s"
                        + "|\\bjava\\.net\\b|\\bHttpClient\\b|\\bHttpURLConnection\\b|\\b(?:Server|Datagram)?Socket(?:Channel)?\\b"
                        + "|\\bTcp(?:Stream|Listener)\\b|\\bUdpSocket\\b|\\bnet\\.(?:Dial|Listen)\\w*|(?<![.\\w])fetch\\s*\\("
                        + "|\\bXMLHttpRequest\\b|\\bWebSocket\\b|/dev/(?:tcp|udp)/|[\"'`](?:https?|ftp|wss?|tcp|udp)://"),
        ENVIRONMENT(
                "newly reads or sets the environment",
                "\\b(?:secure_getenv|getenv|setenv|putenv|unsetenv|clearenv)\\b|\\bos\\.environb?\\b|\\benviron\\b"
                        + "|\\bSystem\\.(?:[sg]etProperty|getProperties)\\b|\\bprocess\\.env\\b|\\benv::\\w+"
                        + "|\\bos\\.(?:Getenv|Setenv|LookupEnv|Environ)\\b|\\bLD_\\w+|\\bPYTHONPATH\\b"),
        FILES(
                "newly names files outside its own",
                "[\"'`](?:file:/*)?/[A-Za-z][^\"'`\\s]*|[\"'`]~[^\"'`\\s]*|[\"'`](?:\\.\\./)+[^\"'`\\s]*|\\bexpanduser\\b"
                        + "|\\b(?:Path\\.home|gettempdir|mkstemp|mkdtemp|tmpfile|tempfile|createTempFile|homedir)\\b|\\buser\\.home\\b"
                        + "|\\bshm_open\\b|\\bshmget\\b|\\bSharedMemory\\b|\\bmemfd_create\\b|\\badd_key\\b|\\brequest_key\\b|\\bkeyctl\\b"
                        + "|\\$\\{?HOME\\b|\\$\\{?XDG_\\w+|(?<=[\\s=<>])(?:/(?:tmp|proc|etc|dev|var|home|root|sys|run|usr|opt|mnt)/[^\\s\"';)]*)"),
        SYNCHRONIZATION(
                "no longer waits or synchronizes",
                "\\b(?:fsync|fdatasync|syncfs|sync_file_range|msync|fflush|F_FULLFSYNC|O_D?SYNC|O_DIRECT)\\b|\\.(?:flush|force|sync)\\s*\\("
                        + "|\\b\\w*[sS]ynchroni[sz]ed?\\b|\\b\\w*Synchronize\\b|\\bblock_until_ready\\b|\\b\\w*[bB]arrier\\w*"
                        + "|\\b(?:pthread_)?mutex\\w*|\\b(?:lock_guard|unique_lock|scoped_lock)\\b|\\.(?:lock|unlock|acquire|release)\\s*\\("
                        + "|\\bstd::atomic\\w*|\\bvolatile\\b|\\bmemory_order_\\w+|\\b__(?:syncthreads|syncwarp|threadfence)\\w*"
                        + "|\\.wait(?:_all|All|For)?\\s*\\(|\\.join\\s*\\(\\s*\\)"),
        FLAGS(
                "changes flags of a compiler or of precision",
                "(?<![\\w-])-(?:O[0-3sgz]|Ofast|f(?:fast-math|no-[\\w-]+|unsafe-[\\w-]+|lto|openmp)|m(?:arch|tune|cpu)=[\\w-]+|mavx\\w*|DNDEBUG|Xcompiler)|--use_fast_math\\b|\\b(?:C|CXX|LD|CPP|NVCC|RUST|GO)FLAGS\\b|#\\s*pragma\\s+\\w+[^\\n"
                        + "]{0,40}"
                        + "|__attribute__\\s*\\(\\(\\s*\\w+|\\ballow_tf32\\b|\\bset_float32_matmul_precision\\b|\\bfast_?math\\b");

        private final String words;
        private final Pattern pattern;

        Sign(String words, String pattern) {
            this.words = words;
            this.pattern = Pattern.compile(pattern);
        }

        /** Returns what is looked at: what comes to be used, what is used no more, or either. */
        private boolean isTold(int change) {
            return switch (this) {
                case SYNCHRONIZATION -> change < 0;
                case FLAGS -> change != 0;
                default -> change > 0;
            };
        }
    }

    /** A word that a sign goes by: how much oftener it stands in the new text than in the old, and where it was first seen to change. */
    private record Use(int change, String place) {}

    /** Returns one line for each kind of sign that the diff shows, the gravest first; empty where it shows none. Untrusted text in parts. */
    public static List<String> of(String diff) {
        List<PatchLine> lines = PatchLine.of(diff);
        List<String> told = new ArrayList<>();
        for (Sign sign : Sign.values()) {
            tell(told, sign.words, places(sign, lines));
        }
        tell(
                told,
                "changes files that control a build",
                lines.stream()
                        .map(PatchLine::path)
                        .distinct()
                        .filter(BuildControl::is)
                        .toList());
        tell(
                told,
                "holds characters that are not what they seem",
                lines.stream().flatMap(PatchLine::hidden).distinct().toList());
        return List.copyOf(told);
    }

    private static List<String> places(Sign sign, List<PatchLine> lines) {
        Map<String, Use> uses = new LinkedHashMap<>();
        for (PatchLine line : lines) {
            Matcher found = sign.pattern.matcher(line.text());
            while (found.find()) {
                int change = line.isAdded() ? 1 : -1;
                String word = found.group().strip();
                Use before = uses.getOrDefault(word, new Use(0, line.place()));
                boolean isSeen = before.change() != 0 && sign.isTold(before.change());
                uses.put(word, new Use(before.change() + change, isSeen ? before.place() : line.place()));
            }
        }
        return uses.entrySet().stream()
                .filter(use -> sign.isTold(use.getValue().change()))
                .map(use -> cut(use.getKey()) + " in " + use.getValue().place())
                .toList();
    }

    private static void tell(List<String> told, String words, List<String> places) {
        if (!places.isEmpty()) {
            int more = places.size() - MAX_PLACES;
            told.add(
                    places.stream().limit(MAX_PLACES).collect(Collectors.joining(", ", "the patch " + words + ": ", ""))
                            + (more > 0 ? ", and " + Plurals.of(more, "more place") : ""));
        }
    }

    private static String cut(String word) {
        return word.length() <= MAX_LENGTH ? word : word.substring(0, MAX_LENGTH) + "…";
    }
}
