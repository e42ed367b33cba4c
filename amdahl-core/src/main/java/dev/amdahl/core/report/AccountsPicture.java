package dev.amdahl.core.report;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Draws the seconds of a diagnosis as two stacked bars: the wall, and the accelerator-seconds. Stateless. */
final class AccountsPicture {
    private static final double WIDTH = 1120;
    private static final double LEFT = 150;
    private static final double PLOT = 940;

    private AccountsPicture() {}

    static Markup draw(Diagnosis diagnosis) {
        List<Account> accounts = diagnosis.accounts().stream()
                .sorted(Comparator.comparingDouble(Account::acceleratorSeconds)
                        .thenComparingDouble(Account::wallSeconds)
                        .reversed())
                .toList();
        Picture picture = new Picture();
        bar(picture, 4, "wall", accounts, Account::wallSeconds, diagnosis.wallSeconds());
        bar(picture, 36, "accelerators", accounts, Account::acceleratorSeconds, diagnosis.acceleratorSeconds());
        Legend legend = new Legend(picture, LEFT, 80, WIDTH - LEFT);
        accounts.forEach(account -> legend.item(
                Picture.colour(account.bottleneck()),
                account.bottleneck().name() + " " + Numbers.seconds(account.acceleratorSeconds())));
        return picture.inline(WIDTH, legend.bottom() + 4, "seconds by class");
    }

    private static void bar(
            Picture picture,
            double y,
            String name,
            List<Account> accounts,
            ToDoubleFunction<Account> seconds,
            double all) {
        picture.text("e", LEFT - 8, y + 17, name + " " + Numbers.seconds(all));
        if (!(all > 0)) {
            return;
        }
        double x = LEFT;
        for (Account account : accounts) {
            double width = PLOT * seconds.applyAsDouble(account) / all;
            String said = Numbers.seconds(seconds.applyAsDouble(account)) + ", "
                    + Numbers.percent(seconds.applyAsDouble(account) / all);
            picture.rect(
                    Picture.colour(account.bottleneck()),
                    x,
                    y,
                    width,
                    26,
                    account.bottleneck().name() + " " + said);
            x += width;
        }
    }
}
