import { inspect } from 'node:util'
import pMap from 'p-map'
import type { Target } from '../target/start-target.ts'
import type { Attack, AttackGroup } from './attack.ts'

/** An attack the target did not withstand. */
export interface Breach {
  readonly name: string
  /** What came back, shortened, or the error ending the attempt. */
  readonly seen: string
}

/** A group's result. */
export interface GroupResult {
  readonly name: string
  readonly tried: number
  readonly breaches: readonly Breach[]
  /** How much each attack tried, if it says so. */
  readonly notes: readonly string[]
}

interface Tried {
  readonly breach?: Breach
  readonly note?: string
}

const maxSeenCharacters = 1_000

/** Called after each attack, with its breach if it was not withstood. */
type OnTried = (breach: Breach | undefined) => void

/** Runs a group's attacks, then those checking what is left of the target. */
export async function runGroup<On extends Target>(
  group: AttackGroup<On>,
  target: On,
  onTried: OnTried = () => undefined,
): Promise<GroupResult> {
  const { name, attacks, atOnce, afterwards = [] } = group
  const run = async (attack: Attack<unknown, On>) => {
    const tried = await tryAttack(attack, target)
    onTried(tried.breach)
    return tried
  }
  const during = await pMap(attacks, run, { concurrency: atOnce })
  const after = await pMap(afterwards, run, { concurrency: 1 })
  const tried = [...during, ...after]
  return {
    name,
    tried: tried.length,
    breaches: tried.flatMap(({ breach }) => breach ?? []),
    notes: tried.flatMap(({ note }) => note ?? []),
  }
}

/** Starts a group's target, runs the group, and closes the target. */
export async function startGroup(group: AttackGroup, onTried?: OnTried): Promise<GroupResult> {
  const target = await group.start()
  try {
    return await runGroup(group, target, onTried)
  } finally {
    await target.close()
  }
}

async function tryAttack<On extends Target>(attack: Attack<unknown, On>, target: On): Promise<Tried> {
  const { name } = attack
  try {
    const seen = await attack.attempt(target)
    const note = attack.describe?.(seen)
    return {
      ...(note !== undefined && { note: `${name}: ${note}` }),
      ...(!attack.holds(seen) && { breach: { name, seen: shorten(inspect(seen, { depth: 5 })) } }),
    }
  } catch (error) {
    return { breach: { name, seen: shorten(inspect(error)) } }
  }
}

function shorten(text: string): string {
  return text.length <= maxSeenCharacters ? text : `${text.slice(0, maxSeenCharacters)} …`
}

/** Returns the group with an evenly distributed sample of its attacks, covering each matrix column. */
export function sampleGroup<On extends Target>(group: AttackGroup<On>): AttackGroup<On> {
  const step = nextPrime(Math.ceil(group.attacks.length / group.sampleSize))
  return { ...group, attacks: group.attacks.filter((_, index) => index % step === 0) }
}

/** Returns the number, or the first prime above it, because a step dividing a matrix's width skips columns. */
function nextPrime(number: number): number {
  for (let candidate = number; ; candidate += 1) if (isPrime(candidate)) return candidate
}

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false
  return true
}
