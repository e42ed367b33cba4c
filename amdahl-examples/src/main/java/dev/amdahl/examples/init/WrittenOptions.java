package dev.amdahl.examples.init;

import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SourceSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options that a command itself shows, for programs whose source is not read: words {@code --name=value}, as only these can be replaced safely. */
final class WrittenOptions {
    private static final Pattern OPTION = Pattern.compile("(--?[A-Za-z][A-Za-z0-9._-]*)=(\\S+)");

    private WrittenOptions() {}

    /** Returns a scan with them; the scan itself where it found settings. */
    static SettingScan with(JobCommand job, SettingScan scan) {
        if (!scan.settings().isEmpty()) {
            return scan;
        }
        List<SourceSetting> settings = new ArrayList<>();
        for (int i = 1; i < job.command().size(); i++) {
            Matcher option = OPTION.matcher(job.command().get(i));
            if (option.matches()) {
                settings.add(new SourceSetting(
                        SourceSetting.Kind.OPTION,
                        option.group(1),
                        List.of(),
                        type(option.group(2)),
                        option.group(2),
                        List.of(),
                        "word",
                        "command",
                        i + 1));
            }
        }
        return new SettingScan(scan.files(), settings, scan.libraries(), scan.findings());
    }

    private static SourceSetting.Type type(String value) {
        return value.matches("-?[0-9]+")
                ? SourceSetting.Type.INTEGER
                : value.matches("(?i)true|false") ? SourceSetting.Type.BOOLEAN : SourceSetting.Type.TEXT;
    }
}
