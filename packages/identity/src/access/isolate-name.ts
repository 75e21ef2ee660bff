import { removeHidden } from './hidden-characters.ts'

const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'

/**
 * Marks a name within a sentence of plain text, so its direction stays its own. Hidden characters, which names have from
 * before they were rejected, are removed: one of them could end the mark.
 */
export function isolateName(name: string): string {
  return firstStrongIsolate + removeHidden(name) + popIsolate
}

/** A part of a sentence. */
export interface SentencePart {
  readonly text: string
  readonly isName: boolean
}

/** Splits a sentence at the names that `isolateName` has marked. */
export function splitSentence(sentence: string): SentencePart[] {
  return sentence
    .split(/\u2068([^\u2068\u2069]*)\u2069/)
    .map((text, index) => ({ text, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

const rightToLeft =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Returns a sentence as plain text. Only names with letters from right to left keep their marks: others need none. */
export function toPlainSentence(sentence: string): string {
  return splitSentence(sentence)
    .map(({ text, isName }) => (isName && rightToLeft.test(text) ? firstStrongIsolate + text + popIsolate : text))
    .join('')
}
