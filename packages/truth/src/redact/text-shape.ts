/**
 * Returns a text's shape: `Aaaa Aaaaaa.aaa` for `Rock Castle.qbw`. Digits become 9, and whatever is not ASCII becomes ¤.
 * Spaces and punctuation stay, because they decide how QuickBooks reads and prints a text.
 */
export function toShape(text: string): string {
  let shape = ''
  for (const character of text) {
    if (character >= 'A' && character <= 'Z') shape += 'A'
    else if (character >= 'a' && character <= 'z') shape += 'a'
    else if (character >= '0' && character <= '9') shape += '9'
    else shape += character <= '~' ? character : '¤'
  }
  return shape
}

/** Returns a number's shape: 9 for each digit. A zero stays, since whether an amount is zero is a fact about its form. */
export function toNumberShape(text: string): string {
  return /^[+-]?[0.]+$/.test(text) ? text : toShape(text)
}
