package dev.amdahl.core.report.picture;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Draws the seconds of a diagnosis as two stacked bars: the wall with its queue, and the accelerator-seconds. Stateless. */
public final class AccountsPicture {
    private static final int HEIGHT = 94;

    private AccountsPicture() {}

    /** With its legend. */
    public static Markup draw(Diagnosis diagnosis) {
        List<Account> accounts = diagnosis.accounts().stream()
                .sorted(Comparator.comparingDouble(Account::acceleratorSeconds)
                        .thenComparingDouble(Account::wallSeconds)
                        .reversed())
                .toList();
        Picture picture = new Picture();
        bar(picture, 0, "wall, queue included", accounts, Account::wallSeconds, diagnosis.wallSeconds());
        bar(picture, 48, "accelerators", accounts, Account::acceleratorSeconds, diagnosis.acceleratorSeconds());
        Legend legend = new Legend();
        StringBuilder said = new StringBuilder("Wall and accelerator-seconds by class: ");
        for (Account account : accounts) {
            String words = Picture.name(account.bottleneck()) + " " + Numbers.seconds(account.wallSeconds()) + " / "
                    + Numbers.seconds(account.acceleratorSeconds());
            legend.item(Picture.colour(account.bottleneck()), words);
            said.append(words).append("; ");
        }
        Markup figure =
                picture.inline(HEIGHT, "Seconds by class", said.toString().strip());
        legend.add(figure);
        return figure;
    }

    private static void bar(
            Picture picture,
            double y,
            String name,
            List<Account> accounts,
            ToDoubleFunction<Account> seconds,
            double all) {
        picture.text("", 0, y + 12, name).text("e", 100, y + 12, Numbers.seconds(all));
        picture.rect("track", 0, y + 18, 100, 24);
        if (!(all > 0)) {
            return;
        }
        double x = 0;
        for (Account account : accounts) {
            double width = 100 * seconds.applyAsDouble(account) / all;
            if (width > 0) {
                String said = Numbers.seconds(seconds.applyAsDouble(account)) + ", " + Numbers.percent(width / 100);
                picture.rect(
                        Picture.colour(account.bottleneck()),
                        x,
                        y + 18,
                        width,
                        24,
                        Picture.name(account.bottleneck()) + " " + said);
                x += width;
            }
        }
    }
}
