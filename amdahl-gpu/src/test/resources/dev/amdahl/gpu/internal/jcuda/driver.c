/* A device for tests, at the other end of a pipe: memory in a shared file of which only what is allocated can be touched, libraries of
 * kernels, and launches. Words of 64 bits. */
#define _GNU_SOURCE
#include "fibres.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_LIBRARIES 4096
#define MOST_ARGUMENTS 64
#define POISONED (16 << 20)

enum operation { ALLOCATE, FREE, LOAD, FUNCTION, LAUNCH };
enum { DONE, NOT_FOUND = -1, FULL = -2 };

struct library { void *handle; char *shared; size_t shared_bytes; };
typedef void entry_function(void **);
static struct library libraries[MOST_LIBRARIES];
static struct { entry_function *entry; int library; } functions[MOST_LIBRARIES];
static int library_count, function_count;
static char *memory;
static int file;
static uint64_t values[MOST_ARGUMENTS];
static void *pointers[MOST_ARGUMENTS];
static entry_function *entry;

static void call_entry(void) {
    entry(pointers);
}

/* What stood there before says nothing. */
static int64_t allocate(const int64_t *at) {
    if (mprotect(memory + at[0], (size_t)at[1], PROT_READ | PROT_WRITE)) {
        return FULL;
    }
    memset(memory + at[0], 0xa5, (size_t)(at[1] < POISONED ? at[1] : POISONED));
    return DONE;
}

static int64_t release_memory(const int64_t *at) {
    int is_wrong = mprotect(memory + at[0], (size_t)at[1], PROT_NONE);
    return fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at[0], at[1]) || is_wrong ? FULL : DONE;
}

static int64_t load(const char *path) {
    struct library *made = &libraries[library_count];
    made->handle = library_count < MOST_LIBRARIES ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (made->handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return NOT_FOUND;
    }
    void *(*anchor)(void) = (void *(*)(void))dlsym(made->handle, "amdahl_shared_anchor");
    dl_iterate_phdr(find_shared, anchor());
    made->shared = shared;
    made->shared_bytes = shared_bytes;
    return library_count++;
}

static int64_t function(int64_t library, const char *name) {
    void *found = dlsym(libraries[library].handle, name);
    if (found == NULL || function_count == MOST_LIBRARIES) {
        return NOT_FOUND;
    }
    functions[function_count].entry = (entry_function *)found;
    functions[function_count].library = (int)library;
    return function_count++;
}

/* FUNCTION, SEED, BLOCKS_X, BLOCKS_Y, THREADS_X, THREADS_Y, SHARED, BLOCKS_Z, THREADS_Z, then for each argument 1 and a place, or 0 and a value. */
static int64_t launch_function(const int64_t *words, int64_t count) {
    const struct library *owner = &libraries[functions[words[0]].library];
    struct launch launch = {0, words[2], words[3], words[4], words[5], words[6], words[7], words[8]};
    int64_t arguments = (count - 9) / 2;
    for (int64_t i = 0; i < arguments; i++) {
        int64_t value = words[10 + 2 * i];
        values[i] = words[9 + 2 * i] ? (uint64_t)(memory + value) : (uint64_t)value;
        pointers[i] = &values[i];
    }
    entry = functions[words[0]].entry;
    work = call_entry;
    shared = owner->shared;
    shared_bytes = owner->shared_bytes;
    drawn = (uint64_t)words[1] | 1;
    return run(&launch, (words[1] & 2 ? 0x7fc00000u : 0x447a0000u) | (uint32_t)(draw() & 0xfff));
}

static int64_t serve(int64_t operation, const int64_t *words, int64_t count) {
    switch (operation) {
        case ALLOCATE:
            return allocate(words);
        case FREE:
            return release_memory(words);
        case LOAD:
            return load((const char *)words);
        case FUNCTION:
            return function(words[0], (const char *)&words[1]);
        default:
            return launch_function(words, count);
    }
}

/* driver FILE */
int main(int count, char **arguments) {
    static int64_t words[8 + 2 * MOST_ARGUMENTS + 1024];
    struct stat size;
    file = count == 2 ? open(arguments[1], O_RDWR) : -1;
    if (file < 0 || fstat(file, &size)) {
        return 3;
    }
    memory = mmap(NULL, (size_t)size.st_size, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (memory == MAP_FAILED || !make_fibres()) {
        return 3;
    }
    int64_t head[2];
    while (whole(1, head, sizeof head) && (size_t)head[1] * 8 < sizeof words && whole(1, words, (size_t)head[1] * 8)) {
        int64_t answer = serve(head[0], words, head[1]);
        if (!whole(0, &answer, sizeof answer)) {
            break;
        }
    }
    return 0;
}
