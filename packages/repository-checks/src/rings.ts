import path from 'node:path'
import type { Finding } from './finding.ts'
import type { Import } from './imports.ts'

/** Reports each ring of folders with an import for each of its arrows. */
export function checkRings(imports: readonly Import[]): Finding[] {
  return findRings(imports).map((ring) => {
    const arrows = new Map<string, Import>()
    for (const each of imports) {
      const [from, to] = [getFolder(each.file), getFolder(each.target)]
      const arrow = `${from} ${to}`
      if (from !== to && ring.includes(from) && ring.includes(to) && !arrows.has(arrow)) arrows.set(arrow, each)
    }
    const [{ file, line } = { file: ring.join(', '), line: 1 }] = arrows.values()
    const closing = [...arrows.values()].map((each) => `${each.file}:${each.line} imports ${each.target}`)
    return { file, line, message: `${ring.join(', ')} import each other: ${closing.join('; ')}.` }
  })
}

/** Finds folders that import each other, directly or through others. A folder and its subfolders are different. */
export function findRings(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const folders = targets.get(getFolder(file)) ?? new Set()
    targets.set(getFolder(file), folders.add(getFolder(target)))
  }
  const reached = new Map([...targets.keys()].map((folder) => [folder, reachableFrom(folder, targets)]))
  const rings = [...reached].map(([folder, others]) =>
    [folder, ...others].filter((other) => others.has(other) && reached.get(other)?.has(folder)),
  )
  const unique = new Map(rings.map((ring) => [...new Set(ring)].sort()).map((ring) => [ring.join(' '), ring]))
  return [...unique.values()].filter((ring) => ring.length > 1)
}

function getFolder(file: string): string {
  return path.posix.dirname(file)
}

function reachableFrom(folder: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      open.push(target)
    }
  }
  return reached
}
