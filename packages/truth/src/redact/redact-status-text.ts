import { getElementNames } from './element-names.ts'
import type { ToPseudonym } from './pseudonyms.ts'
import { statusWords } from './status-words.ts'
import { toShape } from './text-shape.ts'

const idForm = /^(?:[\dA-F]{1,16}-\d{1,10}|\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\})$/i
/** Before or after which QuickBooks quotes an element's name; other quoted texts are the user's. */
const beforeElement = /\b(?:field|element:) $/
const afterElement = /^ (?:field|element)\b/

/**
 * Redacts a status or error text. Words that QuickBooks' own texts use and the names of elements stay; quoted texts,
 * IDs and all other words lose everything but their shape.
 */
export function redactStatusText(text: string, toPseudonym: ToPseudonym): string {
  const parts = text.split('"')
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return redactWords(part)
      const [before = '', after = ''] = [parts[index - 1], parts[index + 1]]
      const namesElement = beforeElement.test(before) || afterElement.test(after)
      if (namesElement && getElementNames().has(part)) return part
      return idForm.test(part) ? toPseudonym(part) : toShape(part)
    })
    .join('"')
}

function redactWords(text: string): string {
  return text.replace(/[^\s"]+/g, (word) => {
    const letters = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    if (letters === '' || statusWords.has(letters.toLowerCase())) return isAscii(word) ? word : toShape(word)
    return toShape(word)
  })
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}
