import type { Prose } from './prose.ts'
import type { Repository } from './repository.ts'

/** How a package's comments and names read. */
export interface Language {
  readonly words: number
  /** Rates in 1,000 comment words. */
  readonly of: number
  readonly that: number
  readonly thatOf: number
  /** Declared names that end in `Max`, other than those of the agent protocol. */
  readonly max: number
  /** Declared names that begin with `print`, in files that write to no stream or console. */
  readonly print: number
}

/** Measures every package, by folder. */
export function measureLanguage(repository: Repository, prose: readonly Prose[]): ReadonlyMap<string, Language> {
  const comments = groupByPackage(
    prose.filter(({ kind, file }) => kind === 'comment' && isSource(file)),
    ({ file }) => file,
  )
  const files = groupByPackage(repository.paths.filter(isSource), (file) => file)
  return new Map(
    [...files].map(([folder, paths]) => {
      const text = (comments.get(folder) ?? []).map((each) => each.text.toLowerCase())
      const words = text.flatMap((line) => line.match(/[a-z']+/g) ?? [])
      const rate = (word: string) => (1_000 * words.filter((each) => each === word).length) / Math.max(1, words.length)
      const names = paths.map((file) => declaredNames(repository.read(file)))
      return [
        folder,
        {
          words: words.length,
          of: rate('of'),
          that: rate('that'),
          thatOf: text.filter((line) => /\bthat of\b/.test(line)).length,
          max: new Set(names.flatMap((each) => each.max)).size,
          print: new Set(names.flatMap((each) => each.print)).size,
        },
      ]
    }),
  )
}

function isSource(file: string): boolean {
  return /^(apps|packages)\/.*\.[cm]?tsx?$/.test(file) && !file.includes('/generated/')
}

/** Groups by package folder. */
export function groupByPackage<Item>(items: readonly Item[], getFile: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const folder = getFile(item).split('/').slice(0, 2).join('/')
    const group = groups.get(folder)
    if (group) group.push(item)
    else groups.set(folder, [item])
  }
  return groups
}

/** Members of protocol messages, which old agents send, too. */
const wireNames: ReadonlySet<string> = new Set(['frameBytesMax', 'responseBytesMax'])

function declaredNames(source: string): { readonly max: readonly string[]; readonly print: readonly string[] } {
  const declarations = source.matchAll(/\b(?:const|let|function|readonly|class|interface|type) (\w+)/g)
  const names = [...declarations].map(([, name = '']) => name)
  const isPrinting = /\b(?:stdout|stderr|console)\b/.test(source)
  return {
    max: names.filter((name) => /[a-z]Max$/.test(name) && !wireNames.has(name)),
    print: isPrinting ? [] : names.filter((name) => /^print[A-Z]/.test(name)),
  }
}
