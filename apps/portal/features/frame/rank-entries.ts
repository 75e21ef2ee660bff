import { type MenuEntry, type MenuGroupName, menuGroups } from './menu-entry.ts'

export interface MenuGroup {
  readonly label: MenuGroupName
  readonly entries: readonly MenuEntry[]
}

/**
 * How an entry matches, the best way first. A part of an ID comes after every match of a name, and a page with only some
 * of the words after the place that a pasted ID may lead to.
 */
const matches = [
  'name',
  'beginning',
  'words',
  'keywords',
  'part',
  'pasted ID',
  'text',
  'part of an ID',
  'guess',
  'some words',
] as const

/** Such as `invoice-17`: no one types that to look for a word. */
const pastedId = /^(?=.*\d)(?=.*[-_.:])\S+$/

const maxPerGroup = 8
/** A shorter part is in too many IDs. */
const minPartOfId = 3

/** Returns the entries that match a text in groups, both the best first. Without a text, all entries in their order. */
export function rankEntries(text: string, entries: readonly MenuEntry[]): MenuGroup[] {
  const typed = fold(text.trim())
  const ranked = entries.flatMap((entry) => {
    const rank = typed === '' ? 0 : findRank(typed, entry)
    return rank === undefined ? [] : [{ entry, rank }]
  })
  return menuGroups
    .flatMap((label) => {
      const group = ranked.filter(({ entry }) => entry.group === label)
      const isOrdered = group.some(({ entry }) => entry.found !== undefined)
      const sorted = isOrdered ? group : group.toSorted((left, right) => left.rank - right.rank)
      const [best] = sorted
      const shown = typed === '' ? sorted : sorted.slice(0, maxPerGroup)
      return best === undefined ? [] : [{ label, rank: best.rank, entries: shown.map(({ entry }) => entry) }]
    })
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ label, entries: shown }) => ({ label, entries: shown }))
}

function findRank(typed: string, entry: MenuEntry): number | undefined {
  const match = findMatch(typed, entry)
  return match === undefined ? undefined : matches.indexOf(match)
}

function findMatch(typed: string, entry: MenuEntry): (typeof matches)[number] | undefined {
  if (entry.isGuess) return pastedId.test(typed) ? 'pasted ID' : 'guess'
  const { label, keywords = [], ids = [], found } = entry
  const name = fold(label)
  const words = typed.split(/\s+/)
  if ((name === typed && (found === undefined || found === 'by name')) || ids.some((id) => fold(id) === typed))
    return 'name'
  if (found === 'by some words') return 'some words'
  if (name.startsWith(typed) || found === 'by name') return 'beginning'
  if (beginWords(words, name)) return 'words'
  if (beginWords(words, fold([label, ...keywords].join(' ')))) return 'keywords'
  if (words.every((word) => name.includes(word))) return 'part'
  if (found !== undefined) return 'text'
  const isPartOfId = (word: string) => word.length >= minPartOfId && ids.some((id) => fold(id).includes(word))
  return words.every((word) => name.includes(word) || isPartOfId(word)) ? 'part of an ID' : undefined
}

function beginWords(words: readonly string[], text: string): boolean {
  const known = text.split(/[^\p{L}\p{N}_]+/u)
  return words.every((word) => known.some((each) => each.startsWith(word)))
}

/** Makes `Å` and `a` the same. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
