/** The parts that can be killed, each with the points of its work at which that happens. */
export const points = {
  server: [
    'after reserve',
    'after keep answers',
    'before journal',
    'after journal',
    'before exchange',
    'after exchange',
    'before remember',
    'after remember',
    'before sandbox exchange',
    'after sandbox exchange',
  ],
  gateway: ['before mark sending', 'after mark sending', 'before store answer', 'after store answer'],
  agent: ['before hand over', 'before execute', 'after execute', 'after hand over', 'before record', 'after record'],
} as const

export type Part = keyof typeof points

/** One kill: the first time that the part gets to the point. */
export interface Kill {
  readonly part: Part
  readonly point: string
}

export type RealmKind = 'production' | 'sandbox'

export const operations = [
  'create customer',
  'update customer',
  'create invoice',
  'update invoice',
  'void invoice',
  'delete invoice',
] as const

/** What happens under a seed; the same for the same seed. */
export interface Schedule {
  readonly seed: number
  readonly realmKind: RealmKind
  readonly operations: readonly (typeof operations)[number][]
  readonly kills: readonly Kill[]
  /** Whether each call reaches another server, too, which takes the first one for dead while it works. */
  readonly hasRival: boolean
}

/**
 * Two to four operations, and one to four kills; one seed in five is of a sandbox realm, which only servers serve, and
 * one in four of the others has two servers that work on the same call.
 */
export function scheduleOf(seed: number): Schedule {
  const random = randomOf(seed)
  const pick = <Choice>(choices: readonly Choice[]): Choice => choices[Math.floor(random() * choices.length)] as Choice
  const realmKind: RealmKind = random() < 0.2 ? 'sandbox' : 'production'
  const parts: readonly Part[] = realmKind === 'sandbox' ? ['server'] : ['server', 'gateway', 'agent']
  return {
    seed,
    realmKind,
    operations: Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(operations)),
    kills: Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const part = pick(parts)
      return { part, point: pick(points[part]) }
    }),
    hasRival: realmKind === 'production' && random() < 0.25,
  }
}

/** A number from 0 (included) to 1 (excluded) at each call, always the same ones for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A schedule as a failing seed prints it. */
export function printSchedule({ seed, realmKind, operations, kills, hasRival }: Schedule): string {
  return `seed ${seed}, ${realmKind} realm${hasRival ? ', two servers' : ''}: ${operations.join(', ')}; killed: ${kills.map(({ part, point }) => `${part} ${point}`).join(', ')}`
}
