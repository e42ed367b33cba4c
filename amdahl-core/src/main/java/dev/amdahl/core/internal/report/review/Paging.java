package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.picture.Markup;

/**
 * Which part of a long list a page shows.
 *
 * @param page counted from 1
 * @param pages how many there are, at least 1
 */
record Paging(int page, int pages) {
    private static final int ROWS = 20;

    /** Returns what a query asks for, of so many rows. */
    static Paging of(Fields query, int rows) throws Refusal {
        int pages = Math.max(1, (rows + ROWS - 1) / ROWS);
        String asked = query.get("page");
        if (!asked.matches("[1-9][0-9]{0,6}|")) {
            throw new Refusal(400, "Not readable", "A page is a number from 1.");
        }
        return new Paging(asked.isEmpty() ? 1 : Math.min(pages, Integer.parseInt(asked)), pages);
    }

    /** Returns the first row of the page, from 0. */
    int start() {
        return (page - 1) * ROWS;
    }

    /** Returns how many rows there are up to the end of the page, where it is whole. */
    int end() {
        return page * ROWS;
    }

    /** Adds the way to the pages before and after; they begin with that address. */
    void links(Markup to, String place) {
        if (pages == 1) {
            return;
        }
        to.open("p", "class", "pages").text("Page " + page + " of " + pages + ". ");
        if (page > 1) {
            to.element("a", "Page before", "href", place + (page - 1)).text(" ");
        }
        if (page < pages) {
            to.element("a", "Next page", "href", place + (page + 1));
        }
        to.close();
    }
}
