/* The GPIO character device of Linux (uAPI v2) on a plain file, for a process that preloads this object.

   Only `ioctl` is taken from the C library, and only for descriptors of files that begin as a Board does:
   everything else goes through untouched. The file is opened, mapped and protected by the kernel
   as any other. A requested line is a lock on the file (an "open file description lock"), held by the
   descriptor that the request hands out; so the kernel itself frees it when the last copy of that descriptor
   is closed or its process is killed, as it frees a real line.

   Not emulated: edge events and uAPI v1 (neither gpiozero's InputDevice nor lgpio's reads ask for them); such
   requests fail and are counted. */
#define _GNU_SOURCE
#include "board.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_DESCRIPTORS 1024
#define MOST_FILES 4
#define GPIO_IOCTL 0xB4
/* Locks lie beyond the end of the file, one byte a line. */
#define LOCKS_AT (1 << 20)
/* What tells the descriptor of a request from one of the chip: its place in the file. It goes with the open
   file as the lines do, also where a process is copied or a number is used again. */
#define REQUEST_AT (1 << 21)

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(((Board *)0)->mutex), "the mutex must fit");

typedef struct {
    uint32_t count;
    uint32_t offsets[MOST_LINES];
} Request;

static Request requests[MOST_DESCRIPTORS];
static struct { dev_t device; ino_t file; Board *board; } maps[MOST_FILES];
static pthread_mutex_t mapping = PTHREAD_MUTEX_INITIALIZER;

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* --- the board behind a descriptor ------------------------------------------------------------------ */

static Board *mapped(int fd, const struct stat *status) {
    Board *board;
    for (int i = 0; i < MOST_FILES; i++) {
        if (maps[i].board && maps[i].file == status->st_ino && maps[i].device == status->st_dev)
            return maps[i].board;
        if (maps[i].board) continue;
        board = mmap(NULL, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (board == MAP_FAILED) return NULL;
        if (board->magic != MAGIC) {
            munmap(board, sizeof(Board));
            return NULL;
        }
        maps[i].device = status->st_dev;
        maps[i].file = status->st_ino;
        return maps[i].board = board;
    }
    return NULL;
}

static Board *board_behind(int fd) {
    struct stat status;
    Board *board;
    if (fstat(fd, &status) || !S_ISREG(status.st_mode) || status.st_size != sizeof(Board)) return NULL;
    pthread_mutex_lock(&mapping);
    board = mapped(fd, &status);
    pthread_mutex_unlock(&mapping);
    return board;
}

static void lock(Board *board) {
    pthread_mutex_t *mutex = (pthread_mutex_t *)board->mutex;
    /* A process may have been killed while it held it; what it changed is one step of a chip at most. */
    if (pthread_mutex_lock(mutex) == EOWNERDEAD) pthread_mutex_consistent(mutex);
}

static void unlock(Board *board) { pthread_mutex_unlock((pthread_mutex_t *)board->mutex); }

/* --- levels ----------------------------------------------------------------------------------------- */

static uint32_t random_level(void) { return (uint32_t)(now_ns() >> 4) & 1; }

static uint32_t level_of(Board *board, Line *line) {
    if (line->flags & GPIO_V2_LINE_FLAG_OUTPUT) return line->level;
    if (line->fault == SHORTED_LOW || line->fault == SHORTED_HIGH) return line->fault == SHORTED_HIGH;
    if (line->fault == AS_WIRED) {
        if (line->kind == CELL && board->chips[line->index].has_power)
            return hx711_dout(&board->chips[line->index], now_ns());
        if (line->kind == BUTTON && line->is_down) return 0;
    }
    if (line->flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP) return 1;
    if (line->flags & GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN) return 0;
    return random_level();
}

static void drive(Board *board, Line *line, uint32_t level) {
    line->changes += level != line->level;
    line->level = level;
    if (line->kind != CLOCK) return;
    int64_t now = now_ns();
    for (uint32_t i = 0; i < board->chip_count; i++) hx711_set_clock(&board->chips[i], level, now);
}

static int get_values(Board *board, const Request *request, struct gpio_v2_line_values *values) {
    values->bits = 0;
    for (uint32_t i = 0; i < request->count; i++) {
        int64_t until = now_ns() + (int64_t)board->line_ns;
        if (!(values->mask >> i & 1)) continue;
        Line *line = &board->lines[request->offsets[i]];
        uint64_t level = level_of(board, line) ^ !!(line->flags & GPIO_V2_LINE_FLAG_ACTIVE_LOW);
        values->bits |= level << i;
        while (now_ns() < until) {}
    }
    return 0;
}

static int set_values(Board *board, const Request *request, const struct gpio_v2_line_values *values) {
    for (uint32_t i = 0; i < request->count; i++) {
        Line *line = &board->lines[request->offsets[i]];
        if (!(values->mask >> i & 1)) continue;
        if (!(line->flags & GPIO_V2_LINE_FLAG_OUTPUT)) {
            errno = EPERM;
            return -1;
        }
        drive(board, line, (values->bits >> i & 1) ^ !!(line->flags & GPIO_V2_LINE_FLAG_ACTIVE_LOW));
    }
    return 0;
}

/* --- requests ---------------------------------------------------------------------------------------- */

static int failed(int reason) {
    errno = reason;
    return -1;
}

static int is_held(int fd, uint32_t offset) {
    struct flock wish = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LOCKS_AT + offset, .l_len = 1};
    return fcntl(fd, F_OFD_GETLK, &wish) == 0 && wish.l_type != F_UNLCK;
}

static int hold(int fd, uint32_t offset) {
    struct flock wish = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LOCKS_AT + offset, .l_len = 1};
    return fcntl(fd, F_OFD_SETLK, &wish);
}

static int are_flags_sound(uint64_t flags) {
    const uint64_t bias = GPIO_V2_LINE_FLAG_BIAS_PULL_UP | GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN |
                          GPIO_V2_LINE_FLAG_BIAS_DISABLED;
    const uint64_t direction = GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_OUTPUT;
    if (flags & ~(bias | direction | GPIO_V2_LINE_FLAG_ACTIVE_LOW)) return 0;
    if ((flags & direction) == direction) return 0;
    return !(flags & bias) || ((flags & direction) && !((flags & bias) & ((flags & bias) - 1)));
}

static uint64_t initial_levels(const struct gpio_v2_line_config *config) {
    uint64_t levels = 0;
    for (uint32_t i = 0; i < config->num_attrs && i < GPIO_V2_LINE_NUM_ATTRS_MAX; i++)
        if (config->attrs[i].attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES)
            levels |= config->attrs[i].mask & config->attrs[i].attr.values;
    return levels;
}

static int held_all(const struct gpio_v2_line_request *wish, int fd) {
    for (uint32_t i = 0; i < wish->num_lines; i++) {
        for (uint32_t before = 0; before < i; before++)
            if (wish->offsets[before] == wish->offsets[i]) return 0;
        if (hold(fd, wish->offsets[i])) return 0;
    }
    return 1;
}

static int request_lines(Board *board, int chip, struct gpio_v2_line_request *wish) {
    char path[32];
    uint64_t levels = initial_levels(&wish->config);
    if (wish->num_lines < 1 || wish->num_lines > MOST_LINES) return failed(EINVAL);
    for (uint32_t i = 0; i < wish->num_lines; i++)
        if (wish->offsets[i] >= board->line_count) return failed(EINVAL);
    if (!are_flags_sound(wish->config.flags)) {
        board->refused++;
        return failed(EINVAL);
    }
    snprintf(path, sizeof(path), "/proc/self/fd/%d", chip);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0 || fd >= MOST_DESCRIPTORS) {
        if (fd >= 0) close(fd);
        return failed(ENOMEM);
    }
    if (!held_all(wish, fd)) {
        close(fd);
        return failed(EBUSY);
    }
    lseek(fd, REQUEST_AT, SEEK_SET);
    requests[fd].count = wish->num_lines;
    for (uint32_t i = 0; i < wish->num_lines; i++) {
        Line *line = &board->lines[wish->offsets[i]];
        requests[fd].offsets[i] = wish->offsets[i];
        line->flags = wish->config.flags;
        if (line->flags & GPIO_V2_LINE_FLAG_OUTPUT)
            drive(board, line, (levels >> i & 1) ^ !!(line->flags & GPIO_V2_LINE_FLAG_ACTIVE_LOW));
    }
    wish->fd = fd;
    return 0;
}

static int chip_info(const Board *board, struct gpiochip_info *info) {
    memset(info, 0, sizeof(*info));
    memcpy(info->name, board->name, sizeof(info->name));
    memcpy(info->label, board->label, sizeof(info->label));
    info->lines = board->line_count;
    return 0;
}

static int line_info(const Board *board, int chip, struct gpio_v2_line_info *info) {
    uint32_t offset = info->offset;
    if (offset >= board->line_count) return failed(EINVAL);
    memset(info, 0, sizeof(*info));
    info->offset = offset;
    snprintf(info->name, sizeof(info->name), "GPIO%u", offset);
    info->flags = board->lines[offset].flags;
    if (!(info->flags & GPIO_V2_LINE_FLAG_OUTPUT)) info->flags |= GPIO_V2_LINE_FLAG_INPUT;
    if (is_held(chip, offset)) info->flags |= GPIO_V2_LINE_FLAG_USED;
    return 0;
}

static int answered(Board *board, int fd, unsigned long what, void *with) {
    const Request *request = lseek(fd, 0, SEEK_CUR) == REQUEST_AT ? &requests[fd] : NULL;
    if (request && what == GPIO_V2_LINE_GET_VALUES_IOCTL) return get_values(board, request, with);
    if (request && what == GPIO_V2_LINE_SET_VALUES_IOCTL) return set_values(board, request, with);
    if (!request && what == GPIO_GET_CHIPINFO_IOCTL) return chip_info(board, with);
    if (!request && what == GPIO_V2_GET_LINEINFO_IOCTL) return line_info(board, fd, with);
    if (!request && what == GPIO_V2_GET_LINE_IOCTL) return request_lines(board, fd, with);
    board->refused++;
    return failed(EINVAL);
}

/* --- what is taken from the C library ---------------------------------------------------------------- */

int ioctl(int fd, unsigned long what, ...) {
    static int (*system_ioctl)(int, unsigned long, ...);
    va_list rest;
    va_start(rest, what);
    void *with = va_arg(rest, void *);
    va_end(rest);
    Board *board = _IOC_TYPE(what) == GPIO_IOCTL ? board_behind(fd) : NULL;
    if (board) {
        lock(board);
        int result = answered(board, fd, what, with);
        int reason = errno;
        unlock(board);
        errno = reason;
        return result;
    }
    if (!system_ioctl) system_ioctl = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    return system_ioctl(fd, what, with);
}

/* --- for the test that makes the file ------------------------------------------------------------------ */

unsigned long board_bytes(void) { return sizeof(Board); }

int64_t board_now(void) { return now_ns(); }

int board_begin(Board *board) {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    int result = pthread_mutex_init((pthread_mutex_t *)board->mutex, &kind);
    for (uint32_t i = 0; i < board->chip_count; i++) hx711_power_on(&board->chips[i], i + 1, now_ns());
    board->magic = MAGIC;
    return result;
}

int board_is_held(int fd, uint32_t line) { return is_held(fd, line); }
