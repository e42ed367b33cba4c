package dev.amdahl.examples.init;

import dev.amdahl.spi.profiler.SourceSetting;

/**
 * One value of a configuration file.
 *
 * @param key with the keys above it, divided by dots
 * @param text without quotes; empty text where it is nothing, or put together from others
 * @param type what it is
 * @param line from 1
 * @param start where its text with quotes begins in the line, in code points
 * @param end where it ends; as the start where it is not one piece of a line
 * @param quote what stands around it; empty text if nothing
 * @param isShared whether it holds in several places
 */
record ConfigValue(
        String key,
        String text,
        SourceSetting.Type type,
        int line,
        int start,
        int end,
        String quote,
        boolean isShared) {}
