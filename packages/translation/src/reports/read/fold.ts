/** Folds a text of a report for comparisons, which ignore case and the number of blanks. */
export function fold(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
