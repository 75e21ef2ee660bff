const maxHead = 8
const maxTail = 4

/** Shortens a long ID in the middle. */
export function shortenMiddle(value: string): string {
  const characters = [...value]
  if (characters.length <= maxHead + maxTail + 3) return value
  return `${characters.slice(0, maxHead).join('')}…${characters.slice(-maxTail).join('')}`
}
