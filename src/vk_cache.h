/* Objects that an open device keeps from batch to batch.
 *
 * Each has a key, bytes that say all there is to know about it: what is found
 * under a key is what would be made for it.  Objects that the batch in progress
 * uses are never given up; of others, the least recently used go first, when
 * device memory passes the budget or there are too many of a kind.
 */
#ifndef OMBRE_VK_CACHE_H
#define OMBRE_VK_CACHE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ombre_gpu;

/* X(ID, most of them beside those in use) */
#define VK_KEPT_KINDS(X) \
    X(MODULE, 256)       \
    X(PASS, 256)         \
    X(PIPELINE, 4096)    \
    X(PART, 4096)        \
    X(SURFACE, 64)       \
    X(ECHO, 16)          \
    X(BUFFER, 64)        \
    X(POOL, 16)

enum vk_kept_kind {
#define X(id, most) VK_KEPT_##id,
    VK_KEPT_KINDS(X)
#undef X
        VK_KEPT_KIND_COUNT
};

/* One object; it stands at the front of `bytes`, its key behind it. */
struct vk_kept {
    struct vk_kept *newer, *older; /* of its kind */
    struct vk_kept *next;          /* of its bucket */
    uint64_t hash;
    uint64_t memory; /* bytes of the device */
    uint64_t used;   /* by which batch, last */
    enum vk_kept_kind kind;
    size_t object_size, key_size;
    alignas(max_align_t) unsigned char bytes[];
};

enum { VK_CACHE_BUCKETS = 1024 };

struct vk_cache {
    struct vk_kept *bucket[VK_CACHE_BUCKETS];
    struct {
        struct vk_kept *newest, *oldest;
        size_t count;
    } kind[VK_KEPT_KIND_COUNT];
    uint64_t now;    /* the batch in progress, from 1 */
    uint64_t budget; /* bytes of device memory */
    uint64_t memory; /* of all objects here */
    uint64_t making; /* of the object that is being made */
};

/* A batch begins: what it finds or makes stays until the next one does. */
void vk_cache_begin_batch(struct ombre_gpu *gpu);

/* The object under a key, or NULL. */
void *vk_cache_find(struct ombre_gpu *gpu, enum vk_kept_kind kind,
                    const void *key, size_t key_size);

/* Room for an object of `size` zeroed bytes under a key that is not there; NULL
 * and a failure without memory.  Make the object, then say with vk_cache_end()
 * whether that went well; if not, what is half made is finished.  Returns
 * `made`. */
void *vk_cache_begin(struct ombre_gpu *gpu, enum vk_kept_kind kind,
                     const void *key, size_t key_size, size_t size);
bool vk_cache_end(struct ombre_gpu *gpu, void *object, bool made);

/* Give up an object that is in use after all. */
void vk_cache_drop(struct ombre_gpu *gpu, void *object);

/* Before `size` bytes of device memory are allocated: give up objects until
 * they fit into the budget.  A failure if even then they do not. */
bool vk_cache_make_room(struct ombre_gpu *gpu, uint64_t size);

/* Give up everything that is not in use; false if there was nothing. */
bool vk_cache_empty(struct ombre_gpu *gpu);

/* Give up everything. */
void vk_cache_finish(struct ombre_gpu *gpu);

/* vk_kept.c: finish an object, which may be half made or zeroed. */
void vk_kept_finish(struct ombre_gpu *gpu, enum vk_kept_kind kind,
                    void *object);

#endif
