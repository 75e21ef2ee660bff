/* Frames between the agent and its COM host. PROTOCOL.md describes the bytes. Plain C, also compiled on Linux. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stddef.h>

#define FRAME_HEADER_MAX 128
#define FRAME_PARTS_MAX 8
#define FRAME_WORD_MAX 16
#ifndef FRAME_BYTES_MAX
#define FRAME_BYTES_MAX (64ul * 1024 * 1024)
#endif

/* Texts of a frame are followed by a zero byte that `length` does not count. */
struct part {
  char *bytes;
  size_t length;
};

struct frame {
  unsigned long id;
  char word[FRAME_WORD_MAX + 1];
  size_t count;
  struct part parts[FRAME_PARTS_MAX];
};

enum frame_status { FRAME_READ, FRAME_END, FRAME_INVALID, FRAME_NO_MEMORY };

/* Reads up to `size` bytes, and waits for at least one. Returns their number, or 0 at the end of the stream. */
typedef size_t (*read_function)(void *stream, char *bytes, size_t size);

struct frame_reader {
  read_function read;
  void *stream;
  size_t start;
  size_t end;
  char buffer[64 * 1024];
};

void frame_reader_open(struct frame_reader *reader, read_function read, void *stream);

/* Reads the next frame, which the caller clears. A stream that ends within a frame is FRAME_INVALID. */
enum frame_status frame_read(struct frame_reader *reader, struct frame *frame);

/* Overwrites and frees the parts of a frame. */
void frame_clear(struct frame *frame);

/* Writes the header of a frame with its line feed. Returns its length, or 0 if the frame exceeds the limits. */
size_t frame_header(char header[FRAME_HEADER_MAX], unsigned long id, const char *word, const struct part *parts,
                    size_t count);

#endif
