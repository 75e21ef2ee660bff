import type { Element } from '@bridge/qbxml'

const otherLetters = /[^\0-\x7f\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu

/** Replaces letters missing in Windows-1252 by question marks, as QuickBooks Desktop does: it is not Unicode. */
export function toStoredLetters(request: Element): Element {
  const { text, children } = request
  if (children.length > 0) return { ...request, children: children.map(toStoredLetters) }
  const stored = text.replace(otherLetters, '?')
  return stored === text ? request : { ...request, text: stored }
}
