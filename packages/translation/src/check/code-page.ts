/** Returns whether the company file can store a letter. */
export type IsStorable = (letter: string) => boolean

const pages = new Map<number, ReadonlySet<string>>()

/**
 * Returns which letters a Windows code page has, 1250 to 1258. QuickBooks Desktop is not Unicode: it stores question
 * marks in place of all others.
 */
export function createCodePage(page: number): IsStorable {
  let letters = pages.get(page)
  if (letters === undefined) {
    letters = readPage(page)
    pages.set(page, letters)
  }
  const known = letters
  return (letter) => letter <= '\u007f' || known.has(letter)
}

/** The Windows-1252 letters below U+00A0; above, it equals Unicode. Node's `TextDecoder` decodes it as Latin-1. */
const westernLetters = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const westernPage = 1252

function readPage(page: number): ReadonlySet<string> {
  const bytes = Uint8Array.from({ length: 128 }, (_, index) => 128 + index)
  const name = page === westernPage ? 'latin1' : `windows-${page}`
  // Bytes without a letter decode to control characters or to the replacement character.
  const letters = [...new TextDecoder(name).decode(bytes)].filter((each) => !/[\u0080-\u009f\ufffd]/.test(each))
  return new Set([...letters, ...(page === westernPage ? westernLetters : '')])
}
