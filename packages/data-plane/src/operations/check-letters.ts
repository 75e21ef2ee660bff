import { Fault } from '@bridge/faults'
import { type CheckedRecord, createCodePage, findForeignLetters, replaceForeignLetters } from '@bridge/translation'
import type { CompanyFile } from './company-file.ts'

const usualCodePage = 1252

/**
 * Checks a body and its letters, since QuickBooks stores question marks in place of letters missing in its code page.
 * They are refused or, where the realm's setting says so, replaced, which the comparison after the write reports.
 *
 * @throws Fault from `check`; `2010` with the field and its letter
 */
export function checkLetters(
  { letters = { codePage: usualCodePage, isReplaced: false } }: CompanyFile,
  check: (body: unknown) => CheckedRecord,
  body: unknown,
): CheckedRecord {
  const record = check(body)
  const isStorable = createCodePage(letters.codePage)
  const [foreign] = findForeignLetters(record, isStorable)
  if (foreign === undefined) return record
  if (letters.isReplaced) return check(replaceForeignLetters(record.body, isStorable))
  const { path, letter } = foreign
  const code = letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  throw new Fault(
    '2010',
    `${path} contains ${JSON.stringify(letter)} (U+${code}), which Windows-${letters.codePage}, the code page of the company file, does not have. QuickBooks Desktop would store a question mark.`,
    { element: path },
  )
}
