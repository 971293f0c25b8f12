/* A table of objects by key, and which of them to give up. */
#include <stdlib.h>
#include <string.h>

#include "vk.h"

static const size_t most[VK_KEPT_KIND_COUNT] = {
#define X(id, most_) most_,
    VK_KEPT_KINDS(X)
#undef X
};

/* FNV-1a: keys are short, and what is found is compared whole. */
static uint64_t hash_of(enum vk_kept_kind kind, const void *key, size_t size)
{
    const unsigned char *const bytes = key;
    uint64_t hash = 0xCBF29CE484222325u ^ (uint64_t) kind;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash ^ hash >> 32;
}

static struct vk_kept **bucket_of(struct vk_cache *cache, uint64_t hash)
{
    return &cache->bucket[hash % VK_CACHE_BUCKETS];
}

static const void *key_of(const struct vk_kept *kept)
{
    return kept->bytes + kept->object_size;
}

static struct vk_kept *kept_of(void *object)
{
    return (struct vk_kept *) (void *) ((char *) object -
                                        offsetof(struct vk_kept, bytes));
}

/* --- Order of use ---------------------------------------------------------
 */

static void unlink_kept(struct vk_cache *cache, struct vk_kept *kept)
{
    *(kept->newer ? &kept->newer->older : &cache->kind[kept->kind].newest) =
        kept->older;
    *(kept->older ? &kept->older->newer : &cache->kind[kept->kind].oldest) =
        kept->newer;
}

static void link_newest(struct vk_cache *cache, struct vk_kept *kept)
{
    struct vk_kept *const second = cache->kind[kept->kind].newest;

    kept->newer = NULL;
    kept->older = second;
    *(second ? &second->newer : &cache->kind[kept->kind].oldest) = kept;
    cache->kind[kept->kind].newest = kept;
}

/* --- Giving up ------------------------------------------------------------ */

static void give_up(struct ombre_gpu *gpu, struct vk_kept *kept)
{
    struct vk_cache *const cache = &gpu->kept;
    struct vk_kept **at = bucket_of(cache, kept->hash);

    while (*at != kept)
        at = &(*at)->next;
    *at = kept->next;
    unlink_kept(cache, kept);
    cache->kind[kept->kind].count--;
    cache->memory -= kept->memory;
    vk_kept_finish(gpu, kept->kind, kept->bytes);
    free(kept);
}

/* The one to go first of a kind, or NULL. */
static struct vk_kept *oldest_unused(const struct vk_cache *cache, size_t kind)
{
    struct vk_kept *const oldest = cache->kind[kind].oldest;

    return oldest && oldest->used != cache->now ? oldest : NULL;
}

/* The one to go first of those that hold memory, or NULL. */
static struct vk_kept *oldest_holder(const struct vk_cache *cache)
{
    struct vk_kept *first = NULL;

    for (size_t k = 0; k < VK_KEPT_KIND_COUNT; k++) {
        struct vk_kept *const oldest = oldest_unused(cache, k);
        if (oldest && oldest->memory > 0 &&
            (!first || oldest->used < first->used))
            first = oldest;
    }
    return first;
}

bool vk_cache_make_room(struct ombre_gpu *gpu, uint64_t size)
{
    struct vk_cache *const cache = &gpu->kept;

    for (;;) {
        const uint64_t used = cache->memory + cache->making;
        if (used <= cache->budget && size <= cache->budget - used)
            return true;
        struct vk_kept *const oldest = oldest_holder(cache);
        if (!oldest)
            break;
        give_up(gpu, oldest);
    }
    return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY,
                   "%llu bytes more of device memory; the budget is %llu, of "
                   "which %llu are in use",
                   (unsigned long long) size,
                   (unsigned long long) cache->budget,
                   (unsigned long long) (cache->memory + cache->making));
}

bool vk_cache_empty(struct ombre_gpu *gpu)
{
    bool any = false;

    for (size_t k = 0; k < VK_KEPT_KIND_COUNT; k++)
        for (struct vk_kept *oldest; (oldest = oldest_unused(&gpu->kept, k));
             any = true)
            give_up(gpu, oldest);
    return any;
}

void vk_cache_finish(struct ombre_gpu *gpu)
{
    gpu->kept.now++;
    vk_cache_empty(gpu);
}

/* --- Finding and making ----------------------------------------------------
 */

void vk_cache_begin_batch(struct ombre_gpu *gpu)
{
    struct vk_cache *const cache = &gpu->kept;

    cache->now++;
    for (size_t k = 0; k < VK_KEPT_KIND_COUNT; k++)
        while (cache->kind[k].count > most[k])
            give_up(gpu, cache->kind[k].oldest);
}

void *vk_cache_find(struct ombre_gpu *gpu, enum vk_kept_kind kind,
                    const void *key, size_t key_size)
{
    struct vk_cache *const cache = &gpu->kept;
    const uint64_t hash = hash_of(kind, key, key_size);

    for (struct vk_kept *k = *bucket_of(cache, hash); k; k = k->next)
        if (k->hash == hash && k->kind == kind && k->key_size == key_size &&
            memcmp(key_of(k), key, key_size) == 0) {
            unlink_kept(cache, k);
            link_newest(cache, k);
            k->used = cache->now;
            return k->bytes;
        }
    return NULL;
}

void *vk_cache_begin(struct ombre_gpu *gpu, enum vk_kept_kind kind,
                     const void *key, size_t key_size, size_t size)
{
    struct vk_kept *const kept = calloc(1, sizeof *kept + size + key_size);

    if (!kept) {
        vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "an object to keep");
        return NULL;
    }
    kept->kind = kind;
    kept->hash = hash_of(kind, key, key_size);
    kept->object_size = size;
    kept->key_size = key_size;
    memcpy(kept->bytes + size, key, key_size);
    /* A surface may make a render pass while it is being made. */
    kept->memory = gpu->kept.making;
    gpu->kept.making = 0;
    return kept->bytes;
}

bool vk_cache_end(struct ombre_gpu *gpu, void *object, bool made)
{
    struct vk_cache *const cache = &gpu->kept;
    struct vk_kept *const kept = kept_of(object);
    const uint64_t outer = kept->memory;

    if (made) {
        struct vk_kept **const bucket = bucket_of(cache, kept->hash);
        kept->next = *bucket;
        *bucket = kept;
        kept->used = cache->now;
        kept->memory = cache->making;
        cache->memory += cache->making;
        cache->kind[kept->kind].count++;
        link_newest(cache, kept);
    } else {
        vk_kept_finish(gpu, kept->kind, object);
        free(kept);
    }
    cache->making = outer;
    return made;
}

void vk_cache_drop(struct ombre_gpu *gpu, void *object)
{
    give_up(gpu, kept_of(object));
}
