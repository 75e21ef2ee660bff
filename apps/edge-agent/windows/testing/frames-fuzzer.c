/* Feeds the frame reader random streams, which come in random pieces: valid frames with some bytes changed. Checks that
 * the reader stays within its limits, and that what it reads can be written and read again. Usage: frames-fuzzer RUNS SEED */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../frames.h"

#define STREAM_MAX 8192

struct stream {
  const char *bytes;
  size_t length;
  size_t position;
};

static uint64_t state;
static unsigned long frames_read, streams_rejected;

static uint32_t random_below(uint32_t limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32) % limit;
}

static size_t read_piece(void *opaque, char *bytes, size_t size) {
  struct stream *stream = opaque;
  size_t length = 1 + random_below(64);
  if (length > size) length = size;
  if (length > stream->length - stream->position) length = stream->length - stream->position;
  memcpy(bytes, stream->bytes + stream->position, length);
  stream->position += length;
  return length;
}

static void require(int condition, const char *claim) {
  if (condition) return;
  fprintf(stderr, "violated: %s\n", claim);
  abort();
}

static void check_frame(const struct frame *frame) {
  char header[FRAME_HEADER_MAX];
  size_t total = 0;
  require(frame->count <= FRAME_PARTS_MAX, "number of parts");
  for (size_t index = 0; index < frame->count; index++) {
    total += frame->parts[index].length;
    require(frame->parts[index].bytes[frame->parts[index].length] == '\0', "a part ends with a zero byte");
  }
  require(total <= FRAME_BYTES_MAX, "bytes of a frame");
  size_t length = frame_header(header, frame->id, frame->word, frame->parts, frame->count);
  require(length > 0 && length <= FRAME_HEADER_MAX && header[length - 1] == '\n', "a frame can be written");
  struct stream again = {header, length, 0};
  struct frame_reader *reader = malloc(sizeof *reader);
  struct frame copy;
  frame_reader_open(reader, read_piece, &again);
  enum frame_status status = frame_read(reader, &copy);
  require(status == (total == 0 ? FRAME_READ : FRAME_INVALID), "a header without its parts is incomplete");
  frame_clear(&copy);
  free(reader);
}

static void read_stream(const char *bytes, size_t length) {
  struct stream stream = {bytes, length, 0};
  struct frame_reader *reader = malloc(sizeof *reader);
  struct frame frame;
  enum frame_status status;
  frame_reader_open(reader, read_piece, &stream);
  while ((status = frame_read(reader, &frame)) == FRAME_READ) {
    frames_read++;
    check_frame(&frame);
    frame_clear(&frame);
  }
  require(status != FRAME_END || stream.position == length, "only the end of a stream is the end");
  streams_rejected += status == FRAME_INVALID;
  free(reader);
}

static size_t write_frame(char *bytes, size_t room) {
  static const char *words[] = {"new", "call", "prefs", "drop", "look", "seal", "open"};
  char header[FRAME_HEADER_MAX];
  struct part parts[FRAME_PARTS_MAX] = {0};
  size_t count = random_below(FRAME_PARTS_MAX + 1), total = 0;
  for (size_t index = 0; index < count; index++) total += parts[index].length = random_below(300);
  size_t length = frame_header(header, 1 + random_below(999999999), words[random_below(7)], parts, count);
  if (length == 0 || length + total > room) return 0;
  memcpy(bytes, header, length);
  for (size_t index = 0; index < total; index++) bytes[length + index] = (char)random_below(256);
  return length + total;
}

static size_t mutate(char *bytes, size_t length) {
  for (uint32_t changes = random_below(4); changes > 0 && length > 0; changes--) {
    size_t place = random_below((uint32_t)length);
    switch (random_below(4)) {
      case 0: bytes[place] = (char)random_below(256); break;
      case 1: bytes[place] = "0123456789 \n"[random_below(12)]; break;
      case 2: length = place; break;
      default: memmove(bytes + place, bytes + place + 1, --length - place);
    }
  }
  return length;
}

int main(int count, char **arguments) {
  static char bytes[STREAM_MAX];
  unsigned long runs = count > 1 ? strtoul(arguments[1], NULL, 10) : 10000;
  state = 0x9e3779b97f4a7c15u ^ (count > 2 ? strtoull(arguments[2], NULL, 10) : 1);
  for (unsigned long run = 0; run < runs; run++) {
    size_t length = 0;
    for (uint32_t frames = random_below(5); frames > 0; frames--) length += write_frame(bytes + length, sizeof bytes - length);
    length = mutate(bytes, length);
    /* Sanitizers see reads beyond a block of exactly this size. */
    char *exact = malloc(length == 0 ? 1 : length);
    memcpy(exact, bytes, length);
    read_stream(exact, length);
    free(exact);
  }
  printf("%lu frames read, %lu streams rejected\n", frames_read, streams_rejected);
  return 0;
}
