package dev.amdahl.llm.internal.proxy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Streams over a channel of which one thread reads while another writes: those of the JDK wait for each other before Java 19. */
final class ChannelStreams {
    private ChannelStreams() {}

    static InputStream input(SocketChannel channel) {
        return new BufferedInputStream(new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                return channel.read(ByteBuffer.wrap(buffer, offset, length));
            }
        });
    }

    static OutputStream output(SocketChannel channel) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] buffer, int offset, int length) throws IOException {
                ByteBuffer left = ByteBuffer.wrap(buffer, offset, length);
                while (left.hasRemaining()) {
                    channel.write(left);
                }
            }
        };
    }
}
