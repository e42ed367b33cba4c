package dev.amdahl.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NotifyReaderTest {
    @TempDir
    private Path folder;

    private List<NotifyChannel> channels(String notify) throws IOException {
        return JobsFile.read(Files.writeString(
                        folder.resolve("jobs.yaml"), "jobs: [{family: f, command: [x]}]\nnotify: " + notify + "\n"))
                .channels();
    }

    @Test
    void everyWayIsRead() throws IOException {
        Secret token = new Secret(Secret.Origin.FILE, folder.resolve("t").toString());
        Secret slack = new Secret(Secret.Origin.ENVIRONMENT, "S");
        assertThat(channels("[{slack: {environment: S}, page: 'https://p'},"
                        + " {webhook: 'http://h/x', token: {file: t}, on: [win, budget]}, {slack: {environment: S}},"
                        + " {mail: [a@b.c], server: '[::1]', tls: tls, from: d@e.f, user: u, password: {file: t}}]"))
                .containsExactly(
                        new NotifyChannel(
                                "slack",
                                new NotifyChannel.Slack(slack),
                                Set.of(NoticeKind.values()),
                                Optional.of("https://p/")),
                        new NotifyChannel(
                                "webhook",
                                new NotifyChannel.Webhook(
                                        new Secret(Secret.Origin.TEXT, "http://h/x"), Optional.of(token)),
                                Set.of(NoticeKind.WIN, NoticeKind.BUDGET),
                                Optional.empty()),
                        new NotifyChannel(
                                "slack-2",
                                new NotifyChannel.Slack(slack),
                                Set.of(NoticeKind.values()),
                                Optional.empty()),
                        new NotifyChannel(
                                "mail",
                                new NotifyChannel.Mail(
                                        List.of("a@b.c"),
                                        "d@e.f",
                                        "[::1]",
                                        465,
                                        NotifyChannel.Security.TLS,
                                        Optional.of(new NotifyChannel.Login("u", token))),
                                Set.of(NoticeKind.values()),
                                Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{}]|names nobody; give one of webhook, slack, mail",
                "[{slack: {file: f}, webhook: 'http://h'}]|names more than one way",
                "[{slack: 'https://hooks/secret'}]|would be readable by everyone who reads this file; write {environment: NAME}",
                "[{slack: {file: f, environment: e}}]|needs one place",
                "[{webhook: 'ftp://h'}]|is not a web address, or holds a user name",
                "[{webhook: 'https://me:secret@h'}]|is not a web address, or holds a user name",
                "[{webhook: 'https://h', token: secret}]|would be readable by everyone who reads this file",
                "[{webhook: 'https://h', on: [wins]}]|unknown event 'wins'; did you mean 'win'?",
                "[{webhook: 'https://h', on: []}]|names no event",
                "[{webhook: 'https://h', from: a@b.c}]|is not for webhook; remove it",
                "[{mail: [a@b.c]}]|'server' is missing",
                "[{mail: [a@b.c], server: h}]|'from' is missing",
                "[{mail: [\"a@b.c\\nBcc: d@e.f\"], server: h, from: a@b.c}]|is not a mail address",
                "[{mail: ['a@b.c, d@e.f'], server: h, from: a@b.c}]|is not a mail address",
                "[{mail: [a@b.c], server: 'h:0', from: a@b.c}]|has the port 0; give one from 1 to 65535",
                "[{mail: [a@b.c], server: 'h h', from: a@b.c}]|is not a server; write it as HOST:PORT",
                "[{mail: [a@b.c], server: h, from: a@b.c, user: u}]|is given alone; give both",
                "[{mail: [a@b.c], server: h, from: a@b.c, tls: none, user: u, password: {file: f}}]|unencrypted",
                "[{mail: [a@b.c], server: h, from: a@b.c, tls: ssl}]|unknown word 'ssl'"
            })
    void mistakesAreOneLineWithoutTheSecret(String notify, String said) {
        assertThatThrownBy(() -> channels(notify))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("jobs.yaml:2:")
                .hasMessageContaining(said)
                .hasMessageNotContaining("\n")
                .hasMessageNotContaining("secret");
    }
}
