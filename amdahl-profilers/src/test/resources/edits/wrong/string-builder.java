import java.util.ArrayList;
import java.util.List;

class Job {
    public static void main(String[] args) throws InterruptedException {
        StringBuffer log = new StringBuffer();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 500_000; i++) {
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
