import { isNamePart, isNameStart } from './xml-characters.ts'

const tableSize = 4096
const maxLength = 48

/**
 * Names by a hash of their characters. The same few hundred names appear again and again: a name found here needs no
 * new string, and is compared and looked up by its identity. Newer names replace older ones.
 */
const recent: string[] = Array.from({ length: tableSize }, () => '')

/** Attribute-free tag names, by a hash of a few characters, for the same reason. */
const recentTags: string[] = Array.from({ length: tableSize }, () => '')

/**
 * Reads the name from a tag beginning at `start`. Returns an empty string if none does.
 *
 * @param end the tag's end, which is also its name's if it has no attributes
 */
export function readTagName(text: string, start: number, end: number): string {
  // One comparison is faster than looking at each character.
  const length = end - start
  if (length < 1 || length > maxLength) return readName(text, start)
  const sample = text.charCodeAt(start) + 31 * text.charCodeAt(start + (length >> 1)) + 961 * text.charCodeAt(end - 1)
  const slot = (Math.imul(sample + (length << 16), 0x9e3779b1) >>> 20) & (tableSize - 1)
  const known = recentTags[slot] ?? ''
  if (known.length === length && text.slice(start, end) === known) return known
  const name = readName(text, start)
  if (name.length === length) recentTags[slot] = name
  return name
}

/** Reads the name beginning at `start`. Returns an empty string if none does. */
export function readName(text: string, start: number): string {
  let at = start
  let code = text.charCodeAt(at)
  if (!isNameStart(code)) return ''
  let hash = 0
  do {
    hash = Math.imul(hash ^ code, 0x01000193)
    at += 1
    code = text.charCodeAt(at)
  } while (isNamePart(code))
  const slot = (hash ^ (hash >>> 15)) & (tableSize - 1)
  const known = recent[slot] ?? ''
  if (known.length === at - start && text.startsWith(known, start)) return known
  const name = text.slice(start, at)
  if (name.length > maxLength) return name
  const internalized = internalize(name)
  recent[slot] = internalized
  return internalized
}

/**
 * Returns the engine's own copy of a string, which does not keep the surrounding text alive, and is compared with
 * literals by its address.
 */
function internalize(name: string): string {
  const [internalized = name] = Object.keys({ [name]: true })
  return internalized
}
