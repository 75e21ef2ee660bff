const headMax = 8
const tailMax = 4

/** Shortens a long ID in the middle. */
export function shortenMiddle(value: string): string {
  const characters = [...value]
  if (characters.length <= headMax + tailMax + 3) return value
  return `${characters.slice(0, headMax).join('')}…${characters.slice(-tailMax).join('')}`
}
