import { getElementNames } from './element-names.ts'
import { statusWords } from './status-words.ts'
import { toShape } from './text-shape.ts'

/** Words in the kit's findings beyond those in QuickBooks' status texts, in lower case. */
const findingWords: ReadonlySet<string> = new Set(
  `after again agent apart appears ascii bit book books bridge c cannot choose class classes code codes company confirm
  deletions dialog dialogs differ drop english enumeration equal fails failures fewer first guided hand hour hours id ids
  installed intuit kept leave letters ms needs new next node none november noted now oldest otherwise path pc person
  preferences previous programdata proved qbsdklog replaced replacement refuted reports returned same sample seen service
  sessions skip skipped statuses step txt two unchanged without writes written january february may august void never offsets restart link negative positive missing paid only refund credit stays remaining
  added amounts changed currency customer discount exchange group home in items of one others rate requests sales
  subtotal tax transaction transactions was windows`.split(/\s+/),
)

/** A code, a count, a version or a date's part. Longer numbers may name something. */
const plainNumber = /^(?:0x[\dA-F]{8}|\d{1,6}|A\d{2,3})$/

/** Redacts a finding: codes, counts, element names and the kit's own words stay, and any other word loses all but its shape. */
export function redactFinding(text: string): string {
  return text.replace(/[\p{L}\p{N}¤]+/gu, (word) => {
    const isKnown = findingWords.has(word.toLowerCase()) || statusWords.has(word.toLowerCase())
    return isKnown || plainNumber.test(word) || getElementNames().has(word) ? word : toShape(word)
  })
}
