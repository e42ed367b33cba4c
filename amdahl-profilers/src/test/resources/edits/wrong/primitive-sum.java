class Job {
    static void show(Object value) {
        System.out.println("as an object: " + value);
    }

    static void show(long value) {
        System.out.println("as a number: " + value);
    }

    public static void main(String[] args) {
        Long sum = 0L;
        for (int i = 0; i < 10; i++) {
            sum += i;
        }
        show(sum);
    }
}
