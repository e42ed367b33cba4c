package dev.amdahl.core.internal.report.picture;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Draws the seconds of a diagnosis as two stacked bars: the wall with its queue, and the accelerator-seconds. */
public final class AccountsPicture {
    private static final int HEIGHT = 94;
    private static final int ROW = 48;
    private static final double SMALL = .01;

    private AccountsPicture() {}

    /** With its legend. */
    public static Markup draw(Diagnosis diagnosis) {
        List<Account> accounts = diagnosis.accounts().stream()
                .filter(account -> account.bottleneck() != Bottleneck.NOT_RECORDED)
                .sorted(Comparator.comparingDouble(Account::acceleratorSeconds)
                        .thenComparingDouble(Account::wallSeconds)
                        .reversed())
                .toList();
        Picture picture = new Picture();
        Unit unit = unit(diagnosis);
        boolean isOne = accounts.stream().allMatch(account -> isAlike(diagnosis, account));
        bar(
                picture,
                unit,
                0,
                isOne ? "wall and accelerators" : "wall, queue included",
                accounts,
                Account::wallSeconds,
                diagnosis.wallSeconds());
        if (!isOne) {
            bar(
                    picture,
                    unit,
                    ROW,
                    "accelerators",
                    accounts,
                    Account::acceleratorSeconds,
                    diagnosis.acceleratorSeconds());
        }
        Legend legend = new Legend();
        StringBuilder said = new StringBuilder("Wall and accelerator time by class: ");
        for (Account account : accounts) {
            String words = account.bottleneck().label() + " " + unit.words(account.wallSeconds())
                    + (isOne ? "" : " / " + unit.words(account.acceleratorSeconds()));
            legend.item(Picture.colour(account.bottleneck()), words);
            said.append(words).append("; ");
        }
        Markup figure = picture.inline(
                isOne ? ROW : HEIGHT, "Seconds by class", said.toString().strip());
        legend.add(figure);
        return figure;
    }

    /** Returns whether a class takes the same share of both views, so that one bar says all. */
    private static boolean isAlike(Diagnosis diagnosis, Account account) {
        double wall = account.wallSeconds() / Math.max(1e-9, diagnosis.wallSeconds());
        double held = account.acceleratorSeconds() / Math.max(1e-9, diagnosis.acceleratorSeconds());
        return Math.abs(wall - held) < SMALL
                && Math.abs(diagnosis.wallSeconds() - diagnosis.acceleratorSeconds()) < SMALL * diagnosis.wallSeconds();
    }

    /** In which the times of a diagnosis are said. */
    public static Unit unit(Diagnosis diagnosis) {
        return Unit.of(Math.max(diagnosis.wallSeconds(), diagnosis.acceleratorSeconds()));
    }

    private static void bar(
            Picture picture,
            Unit unit,
            double y,
            String name,
            List<Account> accounts,
            ToDoubleFunction<Account> seconds,
            double all) {
        picture.text("", 0, y + 12, name).text("e", 100, y + 12, unit.words(all));
        picture.rect("track", 0, y + 18, 100, 24);
        if (!(all > 0)) {
            return;
        }
        double x = 0;
        for (Account account : accounts) {
            double width = 100 * seconds.applyAsDouble(account) / all;
            if (width > 0) {
                String said = unit.words(seconds.applyAsDouble(account)) + ", " + Numbers.percent(width / 100);
                picture.rect(
                        Picture.colour(account.bottleneck()),
                        x,
                        y + 18,
                        width,
                        24,
                        account.bottleneck().label() + " " + said);
                x += width;
            }
        }
    }
}
