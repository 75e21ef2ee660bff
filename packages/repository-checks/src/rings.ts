import path from 'node:path'
import type { Import } from './structure.ts'

/** Finds rooms that import each other, directly or through others. */
export function findRings(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const rooms = targets.get(getRoom(file)) ?? new Set()
    targets.set(getRoom(file), rooms.add(getRoom(target)))
  }
  const reached = new Map([...targets.keys()].map((room) => [room, reachableFrom(room, targets)]))
  const rings = [...reached].map(([room, others]) =>
    [room, ...others].filter((other) => others.has(other) && reached.get(other)?.has(room)),
  )
  const unique = new Map(rings.map((ring) => [...new Set(ring)].sort()).map((ring) => [ring.join(' '), ring]))
  return [...unique.values()].filter((ring) => ring.length > 1)
}

/** Returns the folder directly below `src` or `features`; deeper folders belong to it. */
function getRoom(file: string): string {
  return path.posix.dirname(file).split('/').slice(0, 4).join('/')
}

function reachableFrom(room: string, targets: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const open = [room]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of targets.get(next) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      open.push(target)
    }
  }
  return reached
}
