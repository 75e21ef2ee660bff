#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME_ID_MAX 999999999ul

void frame_reader_open(struct frame_reader *reader, read_function read, void *stream) {
  reader->read = read;
  reader->stream = stream;
  reader->start = 0;
  reader->end = 0;
}

/* Returns whether the buffer holds at least one byte. */
static int fill(struct frame_reader *reader) {
  if (reader->start < reader->end) return 1;
  reader->start = 0;
  reader->end = reader->read(reader->stream, reader->buffer, sizeof reader->buffer);
  return reader->end > 0;
}

/* Reads a line without its line feed, and ends it with a zero byte. */
static enum frame_status read_line(struct frame_reader *reader, char line[FRAME_HEADER_MAX]) {
  for (size_t length = 0; length < FRAME_HEADER_MAX; length++) {
    if (!fill(reader)) return length == 0 ? FRAME_END : FRAME_INVALID;
    line[length] = reader->buffer[reader->start++];
    if (line[length] == '\0') return FRAME_INVALID;
    if (line[length] == '\n') {
      line[length] = '\0';
      return FRAME_READ;
    }
  }
  return FRAME_INVALID;
}

/* Parses a decimal number without leading zeros, of at most 9 digits. */
static int parse_number(const char **text, unsigned long *number) {
  const char *start = *text;
  unsigned long value = 0;
  while (**text >= '0' && **text <= '9' && *text - start < 9) value = value * 10 + (unsigned long)(*(*text)++ - '0');
  *number = value;
  return *text > start && (*start != '0' || *text - start == 1);
}

static int parse_word(const char **text, char word[FRAME_WORD_MAX + 1]) {
  size_t length = 0;
  while (**text >= 'a' && **text <= 'z' && length < FRAME_WORD_MAX) word[length++] = *(*text)++;
  word[length] = '\0';
  return length > 0;
}

static int parse_header(const char *line, struct frame *frame) {
  size_t total = 0;
  if (!parse_number(&line, &frame->id) || frame->id == 0 || *line++ != ' ') return 0;
  if (!parse_word(&line, frame->word)) return 0;
  while (*line == ' ' && frame->count < FRAME_PARTS_MAX) {
    unsigned long length;
    line++;
    if (!parse_number(&line, &length) || length > FRAME_BYTES_MAX - total) return 0;
    total += length;
    frame->parts[frame->count++].length = length;
  }
  return *line == '\0';
}

static enum frame_status read_part(struct frame_reader *reader, struct part *part) {
  part->bytes = malloc(part->length + 1);
  if (part->bytes == NULL) return FRAME_NO_MEMORY;
  size_t held = 0;
  while (held < part->length) {
    if (!fill(reader)) {
      part->length = held;
      return FRAME_INVALID;
    }
    size_t size = reader->end - reader->start;
    if (size > part->length - held) size = part->length - held;
    memcpy(part->bytes + held, reader->buffer + reader->start, size);
    reader->start += size;
    held += size;
  }
  part->bytes[held] = '\0';
  return FRAME_READ;
}

enum frame_status frame_read(struct frame_reader *reader, struct frame *frame) {
  char line[FRAME_HEADER_MAX];
  memset(frame, 0, sizeof *frame);
  enum frame_status status = read_line(reader, line);
  if (status == FRAME_READ && !parse_header(line, frame)) status = FRAME_INVALID;
  for (size_t index = 0; status == FRAME_READ && index < frame->count; index++) {
    status = read_part(reader, &frame->parts[index]);
  }
  if (status != FRAME_READ) frame_clear(frame);
  return status;
}

void frame_clear(struct frame *frame) {
  for (size_t index = 0; index < FRAME_PARTS_MAX; index++) {
    struct part *part = &frame->parts[index];
    if (part->bytes == NULL) continue;
    volatile char *bytes = part->bytes;
    for (size_t offset = 0; offset < part->length; offset++) bytes[offset] = 0;
    free(part->bytes);
  }
  memset(frame, 0, sizeof *frame);
}

size_t frame_header(char header[FRAME_HEADER_MAX], unsigned long id, const char *word, const struct part *parts,
                    size_t count) {
  size_t total = 0;
  if (id == 0 || id > FRAME_ID_MAX || strlen(word) > FRAME_WORD_MAX || count > FRAME_PARTS_MAX) return 0;
  size_t length = (size_t)snprintf(header, FRAME_HEADER_MAX, "%lu %s", id, word);
  for (size_t index = 0; index < count; index++) {
    if (parts[index].length > FRAME_BYTES_MAX - total) return 0;
    total += parts[index].length;
    length += (size_t)snprintf(header + length, FRAME_HEADER_MAX - length, " %lu", (unsigned long)parts[index].length);
  }
  header[length] = '\n';
  return length + 1;
}
