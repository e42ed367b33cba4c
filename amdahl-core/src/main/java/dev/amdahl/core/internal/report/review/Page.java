package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.picture.Markup;

/**
 * What a page says, without what stands around it.
 *
 * @param title of the window
 * @param content of its main part
 * @param isLive whether it shows what runs, and is renewed where no script does that
 */
record Page(String title, Markup content, boolean isLive) {
    static Page of(String title, Markup content) {
        return new Page(title, content, false);
    }

    static Page live(String title, Markup content) {
        return new Page(title, content, true);
    }
}
