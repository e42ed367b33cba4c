package dev.amdahl.examples.notify;

import dev.amdahl.examples.jobs.NotifyChannel;

/** Sends a notice in one way, within some seconds. Implementations are thread-safe. */
interface Delivery {

    /**
     * Sends it, or says why not.
     *
     * @throws UndeliveredException if it did not arrive, as far as is known
     * @throws dev.amdahl.spi.InvalidInputException if a secret is not where it should be
     */
    void send(Notice notice) throws UndeliveredException, InterruptedException;

    /** Returns how a channel is served. */
    static Delivery of(NotifyChannel channel) {
        if (channel.target() instanceof NotifyChannel.Mail mail) {
            return new MailDelivery(mail, channel.page());
        }
        return new WebDelivery(channel);
    }
}
