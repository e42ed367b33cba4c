package dev.amdahl.core.internal.schedulers.slurmcommands;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists of hosts as Slurm writes them: {@code n[1-3,007],m5}. */
final class HostList {
    private static final int MAX_HOSTS = 100_000;
    /** One name, with at most one bracket, which ends it. */
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_.-]*)(?:\\[([0-9,-]+)\\])?(?:,|$)");

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?(?:,|$)");

    private HostList() {}

    /** Returns the single names, divided by spaces; as it stands where it is no such list, and nothing for words such as {@code None assigned}. */
    static String names(String list) {
        String text = list.strip();
        if (text.matches("\\(null\\)|None( assigned)?|N/A")) {
            return "";
        }
        List<String> names = new ArrayList<>();
        Matcher name = NAME.matcher(text);
        int at = 0;
        while (at < text.length() && names.size() < MAX_HOSTS && name.find() && name.start() == at) {
            at = name.end();
            if (name.group(2) == null) {
                names.add(name.group(1));
            } else {
                addRange(name.group(1), name.group(2), names);
            }
        }
        return at < text.length() ? text : String.join(" ", names);
    }

    private static void addRange(String stem, String numbers, List<String> names) {
        Matcher range = RANGE.matcher(numbers);
        while (range.find()) {
            String first = range.group(1);
            int last = Integer.parseInt(range.group(2) == null ? first : range.group(2));
            for (int i = Integer.parseInt(first); i <= last && names.size() < MAX_HOSTS; i++) {
                names.add(stem + String.format(Locale.ROOT, "%0" + first.length() + "d", i));
            }
        }
    }
}
