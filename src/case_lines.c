#include "case_lines.h"

#include <string.h>

#include "case_text.h"

bool json_is_at(struct json_text text, size_t at, char byte)
{
    return at < text.size && text.bytes[at] == byte;
}

static bool is_one_of(struct json_text text, size_t at, const char *set)
{
    return at < text.size && text.bytes[at] && strchr(set, text.bytes[at]);
}

size_t json_skip_space(struct json_text text, size_t at)
{
    while (is_one_of(text, at, " \t\r\n"))
        at++;
    return at;
}

/* Offset behind the string whose quotation mark stands at `at`. */
static size_t skip_string(struct json_text text, size_t at)
{
    for (at++; at < text.size && text.bytes[at] != '"'; at++)
        if (text.bytes[at] == '\\')
            at++;
    return at < text.size ? at + 1 : text.size;
}

/* Offset behind a number or literal; always behind `at`, to make way. */
static size_t skip_word(struct json_text text, size_t at)
{
    for (at++; at < text.size && !is_one_of(text, at, " \t\r\n,:[]{}\""); at++)
        ;
    return at < text.size ? at : text.size;
}

size_t json_skip_value(struct json_text text, size_t at)
{
    size_t depth = 0;

    do {
        if (is_one_of(text, at, "[{")) {
            depth++;
            at++;
        } else if (is_one_of(text, at, "]}")) {
            depth -= depth > 0;
            at++;
        } else if (is_one_of(text, at, ",: \t\r\n")) {
            at++;
        } else if (json_is_at(text, at, '"')) {
            at = skip_string(text, at);
        } else {
            at = skip_word(text, at);
        }
    } while (depth > 0 && at < text.size);
    return at < text.size ? at : text.size;
}

unsigned json_line_at(struct json_text text, size_t at)
{
    unsigned line = 1;

    for (size_t i = 0; i < at && i < text.size; i++)
        line += text.bytes[i] == '\n';
    return line;
}

/* --- Paths in a text that may be broken ----------------------------------- */

enum { MAX_FRAMES = 16 }; /* deeper ones are left out of the path */

/* An array or object that is open at some offset. */
struct frame {
    bool is_object, has_key;
    size_t key, key_end; /* of the member that is being read, without marks */
    size_t index;
};

struct frames {
    size_t depth;
    struct frame frame[MAX_FRAMES];
};

static struct frame *innermost(struct frames *frames)
{
    return frames->depth > 0 && frames->depth <= MAX_FRAMES
               ? &frames->frame[frames->depth - 1]
               : NULL;
}

static void open_frame(struct frames *frames, bool is_object)
{
    frames->depth++;
    struct frame *frame = innermost(frames);
    if (frame)
        *frame = (struct frame){.is_object = is_object};
}

static void next_member(struct frames *frames)
{
    struct frame *frame = innermost(frames);

    if (frame) {
        frame->index++;
        frame->has_key = false;
    }
}

static void note_string(struct frames *frames, size_t start, size_t end)
{
    struct frame *frame = innermost(frames);

    if (frame && frame->is_object && !frame->has_key && end - start >= 2) {
        frame->has_key = true;
        frame->key = start + 1;
        frame->key_end = end - 1;
    }
}

/* Take in one token and return the offset behind it. */
static size_t take_token(struct json_text text, size_t at,
                         struct frames *frames)
{
    if (is_one_of(text, at, "[{")) {
        open_frame(frames, text.bytes[at] == '{');
        return at + 1;
    }
    if (is_one_of(text, at, "]}")) {
        frames->depth -= frames->depth > 0;
        return at + 1;
    }
    if (json_is_at(text, at, ',')) {
        next_member(frames);
        return at + 1;
    }
    if (json_is_at(text, at, '"')) {
        const size_t end = skip_string(text, at);
        note_string(frames, at, end);
        return end;
    }
    return skip_word(text, at);
}

void json_path_at(struct json_text text, size_t at, char *path, size_t capacity)
{
    struct frames frames = {0};
    struct short_text out = short_text_in(path, capacity);

    if (at < text.size)
        text.size = at;
    for (size_t i = json_skip_space(text, 0); i < text.size;)
        i = json_skip_space(text, take_token(text, i, &frames));
    for (size_t i = 0; i < frames.depth && i < MAX_FRAMES; i++) {
        const struct frame *frame = &frames.frame[i];
        if (frame->is_object && frame->has_key) {
            short_text_add(&out, out.length > 0 ? "." : "");
            short_text_add_foreign(&out, text.bytes + frame->key,
                                   frame->key_end - frame->key);
        } else if (!frame->is_object) {
            short_text_add(&out, "[");
            short_text_add_number(&out, frame->index);
            short_text_add(&out, "]");
        }
    }
}
