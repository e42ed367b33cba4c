#include <math.h>

static int before(float x, float y) {
    return isnan(y) ? !isnan(x) : x < y;
}

static void sift(float *heap, long root, long count) {
    for (long child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && before(heap[child], heap[child + 1])) {
            child++;
        }
        if (!before(heap[root], heap[child])) {
            return;
        }
        float moved = heap[root];
        heap[root] = heap[child];
        heap[child] = moved;
        root = child;
    }
}

void kernel(const float *a, const float *b, float *out, long n) {
    (void)b;
    for (long i = 0; i < n; i++) {
        out[i] = a[i];
    }
    for (long root = n / 2 - 1; root >= 0; root--) {
        sift(out, root, n);
    }
    for (long last = n - 1; last > 0; last--) {
        float largest = out[0];
        out[0] = out[last];
        out[last] = largest;
        sift(out, 0, last);
    }
}
