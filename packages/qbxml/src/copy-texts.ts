/** Copies texts, because a part of a response keeps the whole response in memory. */
export function copyTexts(texts: readonly string[]): readonly string[] {
  return JSON.parse(JSON.stringify(texts)) as string[]
}
