import { Fault } from '@bridge/faults'

/** The value limit, which a 2 MiB body reaches only with fields shorter than QBO's. */
const maxValues = 100_000

/**
 * Parses a body in JSON.
 *
 * @throws Fault `BAD_REQUEST` for invalid JSON, or more than 100,000 values
 */
export function parseJsonBody(text: string): unknown {
  if (hasMoreValues(text, maxValues)) {
    const limit = maxValues.toLocaleString('en-US')
    throw new Fault('BAD_REQUEST', `The body has more than ${limit} values. Divide it into several requests.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('BAD_REQUEST', 'The body is not JSON. XML needs the Content-Type application/xml.')
  }
}

/**
 * Returns whether a text has more values than a limit, before it is parsed, since their number takes time and memory.
 * Each value but the first follows an opening bracket or a comma; an empty array or object counts twice.
 */
function hasMoreValues(text: string, max: number): boolean {
  // A value has at least one character.
  if (text.length <= max) return false
  let count = 1
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (character === quote) isInString = !isInString
    else if (!isInString) count += startsValue(character) ? 1 : 0
    else if (character === backslash) index += 1
    if (count > max) return true
  }
  return false
}

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
const [comma, bracket, brace] = [','.charCodeAt(0), '['.charCodeAt(0), '{'.charCodeAt(0)]

function startsValue(character: number): boolean {
  return character === comma || character === bracket || character === brace
}
