/* Runs blocks of a kernel one by one, each thread of a block a fibre, in orders that are drawn. Whoever includes it says what a thread does. */
#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define MOST_THREADS 1024
#define STACK (64 << 10)
#define PAGE 4096
#define SHARED (227 << 10)
#define WARP 32

enum status { DONE_WELL, STUCK_AT_BARRIER, TRAPPED, UNAVAILABLE = 6, OUTSIDE = 7, WRITTEN = 8 };
enum state { OVER, READY, AT_BARRIER, AT_WARP_BARRIER, ASKS_WHO_IS_HERE };

struct uint3 { unsigned x, y, z; };
struct launch { int64_t entry, blocks_x, blocks_y, threads_x, threads_y, shared, blocks_z, threads_z; };

struct fibre {
    jmp_buf here;
    enum state state;
    unsigned mask, index;
    uint64_t deposit, published;
    struct uint3 thread;
};

struct uint3 amdahl_thread, amdahl_block, amdahl_block_size, amdahl_grid_size;
__attribute__((aligned(128))) char amdahl_dynamic_shared[SHARED];

static struct fibre fibres[MOST_THREADS];
static struct fibre *current;
static jmp_buf scheduler;
/* What each thread does. */
static void (*work)(void);
static uint64_t drawn;
static char *shared;
static size_t shared_bytes;
/* The sum of what the threads put down before a barrier of the block. */
static unsigned tally;

static void give_way(void) {
    if (!_setjmp(current->here)) {
        _longjmp(scheduler, 1);
    }
}

void amdahl_barrier(void) {
    current->state = AT_BARRIER;
    give_way();
}

void amdahl_warp_barrier(unsigned mask) {
    current->mask = mask;
    current->state = AT_WARP_BARRIER;
    give_way();
}

int amdahl_lane(void) {
    return (int)(current->index % WARP);
}

/* What lanes put down is published when they go on together: whoever is quick may put down its next value before others have read. */
uint64_t amdahl_published(int lane) {
    return fibres[current->index / WARP * WARP + (unsigned)lane % WARP].published;
}

uint64_t amdahl_exchange(unsigned mask, uint64_t bits, int lane) {
    current->deposit = bits;
    amdahl_warp_barrier(mask);
    return amdahl_published(lane);
}

/* Those of the last mask that came. */
unsigned amdahl_together(void) {
    return current->mask;
}

unsigned amdahl_ballot(unsigned mask, int is_set) {
    unsigned bits = 0;
    amdahl_exchange(mask, is_set != 0, 0);
    for (int lane = 0; lane < WARP; lane++) {
        bits |= (current->mask >> lane & (unsigned)amdahl_published(lane) & 1u) << lane;
    }
    return bits;
}

/* The lanes that are at one place of the text, as far as none has to wait for others on its way there. */
unsigned amdahl_active(void) {
    current->deposit = (uint64_t)__builtin_return_address(0);
    current->state = ASKS_WHO_IS_HERE;
    give_way();
    return current->mask;
}

unsigned amdahl_count(int is_set) {
    current->deposit = is_set != 0;
    amdahl_barrier();
    return tally;
}

void amdahl_trap(void) {
    _longjmp(scheduler, TRAPPED);
}

static void body(void) {
    for (;;) {
        give_way();
        work();
        current->state = OVER;
    }
}

static int make_fibres(void) {
    static ucontext_t home, context;
    static int i;
    char *stacks = mmap(NULL, (size_t)MOST_THREADS * (STACK + PAGE), PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks == MAP_FAILED) {
        return 0;
    }
    for (i = 0; i < MOST_THREADS; i++) {
        char *stack = stacks + (size_t)i * (STACK + PAGE);
        if (mprotect(stack, PAGE, PROT_NONE) || getcontext(&context)) {
            return 0;
        }
        context.uc_stack.ss_sp = stack + PAGE;
        context.uc_stack.ss_size = STACK;
        context.uc_link = &home;
        makecontext(&context, body, 0);
        current = &fibres[i];
        current->index = (unsigned)i;
        if (!_setjmp(scheduler)) {
            setcontext(&context);
        }
    }
    return 1;
}

static uint64_t draw(void) {
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    return drawn ^= drawn << 17;
}

static void shuffle(unsigned *order, unsigned count) {
    for (unsigned i = count; i > 1; i--) {
        unsigned other = (unsigned)(draw() % i), kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
}

/* Up, down, or drawn. */
static void arrange(unsigned *order, unsigned count) {
    unsigned way = (unsigned)(draw() % 3);
    for (unsigned i = 0; i < count; i++) {
        order[i] = way == 1 ? count - 1 - i : i;
    }
    if (way == 2) {
        shuffle(order, count);
    }
}

/* What stood in shared memory before says nothing: a number or a NaN, by the seed. */
static void poison(void *bytes, size_t length, uint32_t pattern) {
    uint32_t *words = bytes;
    for (size_t i = 0; i < length / sizeof *words; i++) {
        words[i] = pattern;
    }
}

static int release_warps(unsigned threads) {
    int released = 0;
    for (unsigned i = 0; i < threads; i++) {
        if (fibres[i].state != AT_WARP_BARRIER) {
            continue;
        }
        unsigned first = i / WARP * WARP, mask = fibres[i].mask, isWhole = 1;
        for (unsigned lane = 0; lane < WARP && first + lane < threads; lane++) {
            struct fibre *other = &fibres[first + lane];
            if ((mask >> lane & 1) && other->state != OVER) {
                isWhole &= other->state == AT_WARP_BARRIER && other->mask == mask;
            }
        }
        if (!isWhole) {
            continue;
        }
        unsigned came = 0;
        for (unsigned lane = 0; lane < WARP && first + lane < threads; lane++) {
            struct fibre *other = &fibres[first + lane];
            if ((mask >> lane & 1) && other->state == AT_WARP_BARRIER) {
                came |= 1u << lane;
                other->published = other->deposit;
            }
        }
        for (unsigned lane = 0; lane < WARP && first + lane < threads; lane++) {
            if (came >> lane & 1) {
                fibres[first + lane].state = READY;
                fibres[first + lane].mask = came;
            }
        }
        fibres[i].state = READY;
        released = 1;
    }
    return released;
}

static int answer_who_is_here(unsigned threads) {
    int answered = 0;
    for (unsigned i = 0; i < threads; i++) {
        if (fibres[i].state != ASKS_WHO_IS_HERE) {
            continue;
        }
        uint64_t place = fibres[i].deposit;
        unsigned first = i / WARP * WARP, here = 0;
        for (unsigned lane = i - first; lane < WARP && first + lane < threads; lane++) {
            struct fibre *other = &fibres[first + lane];
            here |= (unsigned)(other->state == ASKS_WHO_IS_HERE && other->deposit == place) << lane;
        }
        for (unsigned lane = i - first; lane < WARP && first + lane < threads; lane++) {
            if (here >> lane & 1) {
                fibres[first + lane].state = READY;
                fibres[first + lane].mask = here;
            }
        }
        answered = 1;
    }
    return answered;
}

/* After each round every live thread waits; whoever waits together goes on together. */
static int release(unsigned threads, unsigned *live) {
    unsigned waiting = 0, sum = 0;
    *live = 0;
    for (unsigned i = 0; i < threads; i++) {
        *live += fibres[i].state != OVER;
        waiting += fibres[i].state == AT_BARRIER;
        sum += fibres[i].state == AT_BARRIER ? (unsigned)fibres[i].deposit : 0;
    }
    if (answer_who_is_here(threads)) {
        return 1;
    }
    if (waiting == *live) {
        tally = sum;
        for (unsigned i = 0; i < threads; i++) {
            if (fibres[i].state == AT_BARRIER) {
                fibres[i].state = READY;
            }
        }
        return 1;
    }
    return release_warps(threads);
}

static enum status run_block(unsigned threads, const unsigned *order) {
    static unsigned i, live;
    for (unsigned t = 0; t < threads; t++) {
        fibres[t].state = READY;
        fibres[t].thread = (struct uint3){t % amdahl_block_size.x, t / amdahl_block_size.x % amdahl_block_size.y,
            t / amdahl_block_size.x / amdahl_block_size.y};
    }
    do {
        for (i = 0; i < threads; i++) {
            current = &fibres[order[i]];
            if (current->state == READY) {
                amdahl_thread = current->thread;
                int back = _setjmp(scheduler);
                if (back == 0) {
                    _longjmp(current->here, 1);
                } else if (back > 1) {
                    return (enum status)back;
                }
            }
        }
        if (!release(threads, &live)) {
            return STUCK_AT_BARRIER;
        }
    } while (live > 0);
    return DONE_WELL;
}

static enum status run(const struct launch *launch, uint32_t pattern) {
    static unsigned order[MOST_THREADS];
    unsigned threads = (unsigned)(launch->threads_x * launch->threads_y * launch->threads_z);
    uint64_t blocks = (uint64_t)(launch->blocks_x * launch->blocks_y * launch->blocks_z), start = draw() % blocks;
    int isDown = draw() & 1;
    amdahl_block_size = (struct uint3){(unsigned)launch->threads_x, (unsigned)launch->threads_y, (unsigned)launch->threads_z};
    amdahl_grid_size = (struct uint3){(unsigned)launch->blocks_x, (unsigned)launch->blocks_y, (unsigned)launch->blocks_z};
    arrange(order, threads);
    for (uint64_t b = 0; b < blocks; b++) {
        uint64_t at = (start + (isDown ? blocks - b : b)) % blocks;
        amdahl_block = (struct uint3){(unsigned)(at % amdahl_grid_size.x), (unsigned)(at / amdahl_grid_size.x % amdahl_grid_size.y),
            (unsigned)(at / amdahl_grid_size.x / amdahl_grid_size.y)};
        poison(shared, shared_bytes, pattern);
        poison(amdahl_dynamic_shared, (size_t)launch->shared, pattern);
        enum status status = run_block(threads, order);
        if (status != DONE_WELL) {
            return status;
        }
    }
    return DONE_WELL;
}

static int find_shared(struct dl_phdr_info *info, size_t size, void *anchor) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        char *start = info->dlpi_tls_data;
        if (info->dlpi_phdr[i].p_type == PT_TLS && start != NULL && (char *)anchor >= start
            && (char *)anchor < start + info->dlpi_phdr[i].p_memsz) {
            shared = start;
            shared_bytes = info->dlpi_phdr[i].p_memsz;
        }
    }
    return 0;
}

/* Reads or writes all of it at the pipe of whoever asks. */
static int whole(int isReading, void *bytes, size_t length) {
    char *at = bytes;
    while (length > 0) {
        ssize_t done = isReading ? read(0, at, length) : write(1, at, length);
        if (done <= 0) {
            return 0;
        }
        at += done;
        length -= (size_t)done;
    }
    return 1;
}
