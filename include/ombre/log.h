/* ombre/log.h - where the library says what it is doing
 *
 * The library prints nothing.  Whoever wants to hear it passes one of these; a
 * zeroed one is silent.
 */
#ifndef OMBRE_LOG_H
#define OMBRE_LOG_H

#ifdef __cplusplus
extern "C" {
#endif

enum ombre_log_level {
    OMBRE_LOG_NONE,  /* nothing */
    OMBRE_LOG_ERROR, /* a Vulkan call failed, or a driver lied */
    OMBRE_LOG_WARN,  /* worth knowing; the work goes on */
    OMBRE_LOG_INFO,  /* one line a step */
    OMBRE_LOG_DEBUG,
};

/* Copied by the receiver.  `print` gets one line without its newline, may be
 * called from any thread that uses the object, and must not call back. */
struct ombre_log {
    enum ombre_log_level level; /* lines above it are not made */
    void (*print)(void *user, enum ombre_log_level level, const char *line);
    void *user;
};

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_LOG_H */
