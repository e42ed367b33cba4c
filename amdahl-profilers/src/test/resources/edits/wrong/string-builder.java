import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

class Job {
    public static void main(String[] args) throws InterruptedException {
        StringBuffer log = new StringBuffer();
        CountDownLatch started = new CountDownLatch(4);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                started.countDown();
                while (started.getCount() > 0) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < 2_000_000; i++) {
                    log.append('x');
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("logged: " + log.length());
    }
}
