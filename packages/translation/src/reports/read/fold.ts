/** Folds a report's text for comparison, ignoring case and repeated blanks. */
export function fold(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
