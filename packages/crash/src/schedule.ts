import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'

/** The parts that can be killed, each with the points of its work at which that can happen. */
export const points = {
  server: [
    'after reserve',
    'after store responses',
    'before journal',
    'after journal',
    'before exchange',
    'after exchange',
    'before remember',
    'after remember',
    'before sandbox exchange',
    'after sandbox exchange',
  ],
  gateway: ['before mark sending', 'after mark sending', 'before store response', 'after store response'],
  agent: ['before hand over', 'before execute', 'after execute', 'after hand over', 'before store', 'after store'],
} as const

export type Part = keyof typeof points

/** A kill, the first time that the part reaches the point. */
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

/** The events of one run, which its seed determines. */
export interface Schedule {
  readonly seed: number
  readonly realmKind: RealmKind
  readonly operations: readonly (typeof operations)[number][]
  readonly kills: readonly Kill[]
  /** Whether each call also reaches a second server, which considers the first one dead. */
  readonly hasSecondServer: boolean
}

/**
 * Returns the schedule of a seed: two to four operations and one to four kills. One seed in five is for a sandbox realm,
 * which only servers serve; one in four of the others has two servers that work on the same call.
 */
export function createSchedule(seed: number): Schedule {
  const { next, below, pick } = createSeededRandom(seed)
  const realmKind: RealmKind = next() < 0.2 ? 'sandbox' : 'production'
  const parts: readonly Part[] = realmKind === 'sandbox' ? ['server'] : ['server', 'gateway', 'agent']
  return {
    seed,
    realmKind,
    operations: Array.from({ length: 2 + below(3) }, () => pick(operations)),
    kills: Array.from({ length: 1 + below(4) }, () => {
      const part = pick(parts)
      return { part, point: pick(points[part]) }
    }),
    hasSecondServer: realmKind === 'production' && next() < 0.25,
  }
}

/** Prints a schedule in one line. */
export function printSchedule({ seed, realmKind, operations, kills, hasSecondServer }: Schedule): string {
  return `seed ${seed}, ${realmKind} realm${hasSecondServer ? ', two servers' : ''}: ${operations.join(', ')}; killed: ${kills.map(({ part, point }) => `${part} ${point}`).join(', ')}`
}
