package dev.amdahl.examples.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.examples.jobs.NotifyChannel;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** Sends notices by SMTP. Every wait on the server ends after ten seconds. Thread-safe. */
final class MailDelivery implements Delivery {
    private static final int MILLIS = 10_000;
    private static final int MAX_REASON = 120;

    private final NotifyChannel.Mail mail;
    private final Optional<String> page;

    MailDelivery(NotifyChannel.Mail mail, Optional<String> page) {
        this.mail = mail;
        this.page = page;
    }

    @Override
    public void send(Notice notice) throws UndeliveredException {
        Optional<String> password = mail.login().map(login -> login.password().value());
        Session session = Session.getInstance(properties());
        try {
            MimeMessage message = message(session, notice);
            try (Transport transport = session.getTransport(isTls() ? "smtps" : "smtp")) {
                transport.connect(
                        mail.host().replaceAll("[\\[\\]]", ""),
                        mail.port(),
                        mail.login().map(NotifyChannel.Login::user).orElse(null),
                        password.orElse(null));
                transport.sendMessage(message, message.getAllRecipients());
            }
        } catch (AuthenticationFailedException e) {
            throw new UndeliveredException("the mail server does not take user and password");
        } catch (MessagingException e) {
            throw new UndeliveredException("the mail server: " + reason(e));
        }
    }

    private boolean isTls() {
        return mail.security() == NotifyChannel.Security.TLS;
    }

    private Properties properties() {
        String prefix = isTls() ? "mail.smtps." : "mail.smtp.";
        Properties properties = new Properties();
        for (String wait : new String[] {"connectiontimeout", "timeout", "writetimeout"}) {
            properties.put(prefix + wait, String.valueOf(MILLIS));
        }
        properties.put(prefix + "auth", String.valueOf(mail.login().isPresent()));
        properties.put(prefix + "from", mail.from());
        properties.put(prefix + "ssl.checkserveridentity", "true");
        boolean isStarted = mail.security() == NotifyChannel.Security.STARTTLS;
        properties.put(prefix + "starttls.enable", String.valueOf(isStarted));
        properties.put(prefix + "starttls.required", String.valueOf(isStarted));
        properties.put(prefix + "quitwait", "false");
        return properties;
    }

    /** One line each: the library encodes what is not ASCII, and folds. */
    MimeMessage message(Session session, Notice notice) throws MessagingException {
        String id = "<" + WebhookMessage.id(notice) + "@amdahl.invalid>";
        MimeMessage message = new Named(session, id);
        message.setFrom(new InternetAddress(mail.from(), true));
        for (String to : mail.to()) {
            message.addRecipient(Message.RecipientType.TO, new InternetAddress(to, true));
        }
        message.setSubject("[amdahl] " + notice.headline(), UTF_8.name());
        message.setSentDate(Date.from(notice.at()));
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setHeader("X-Amdahl-Event", notice.word());
        String link = WebhookMessage.link(notice, page).map(url -> url + "\n").orElse("");
        message.setText(notice.headline() + "\n\n" + notice.detail() + "\n" + link, UTF_8.name());
        message.saveChanges();
        return message;
    }

    /** A message whose id is the same however often it is sent. */
    private static final class Named extends MimeMessage {
        private final String id;

        Named(Session session, String id) {
            super(session);
            this.id = id;
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
        }
    }

    /** What a server says is data too. */
    private static String reason(MessagingException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String kind = cause instanceof MessagingException
                ? ""
                : cause.getClass().getSimpleName().replaceAll("Exception$", "").toLowerCase(Locale.ROOT) + ": ";
        String said = kind + String.valueOf(cause.getMessage()).replaceAll("[\\s\\p{C}]+", " ");
        return said.substring(0, Math.min(MAX_REASON, said.length())).strip();
    }
}
