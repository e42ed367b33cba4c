package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.SourceSetting;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The settings of {@code TrainingArguments} of transformers 4.x that matter for speed, with their defaults: a program that parses it takes these. */
final class TrainerArguments {
    /** Empty text where the default is none. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("dataloader_num_workers", "0"),
            Map.entry("dataloader_persistent_workers", "False"),
            Map.entry("dataloader_prefetch_factor", ""),
            Map.entry("dataloader_pin_memory", "True"),
            Map.entry("logging_steps", "500"),
            Map.entry("save_steps", "500"),
            Map.entry("eval_steps", ""),
            Map.entry("gradient_accumulation_steps", "1"),
            Map.entry("gradient_checkpointing", "False"),
            Map.entry("torch_compile", "False"),
            Map.entry("bf16", "False"),
            Map.entry("group_by_length", "False"),
            Map.entry("optim", "adamw_torch"));

    private TrainerArguments() {}

    static List<SourceSetting> settings(String file, int line) {
        return new TreeMap<>(DEFAULTS)
                .entrySet().stream()
                        .map(entry -> new SourceSetting(
                                SourceSetting.Kind.OPTION,
                                "--" + entry.getKey(),
                                List.of(),
                                type(entry.getValue()),
                                entry.getValue(),
                                List.of(),
                                "TrainingArguments",
                                file,
                                line))
                        .toList();
    }

    private static SourceSetting.Type type(String value) {
        if (value.matches("[0-9]+")) {
            return SourceSetting.Type.INTEGER;
        }
        return value.matches("True|False") ? SourceSetting.Type.BOOLEAN : SourceSetting.Type.TEXT;
    }
}
