import { isNamePart, isNameStart } from './xml-characters.ts'

const tableSize = 4096
const lengthMax = 48

/**
 * Names by a hash of their characters. The same few hundred names appear again and again: a name that is found here
 * needs no new string, and is compared and looked up by its identity. Newer names replace older ones.
 */
const recent: string[] = Array.from({ length: tableSize }, () => '')

/** Reads the name that begins at `start`. Returns an empty string if none does. */
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
  if (name.length > lengthMax) return name
  const copied = copy(name)
  recent[slot] = copied
  return copied
}

/** Copies a string, so that it does not keep the text alive that it is a part of. */
function copy(text: string): string {
  return String.fromCharCode(...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)))
}
