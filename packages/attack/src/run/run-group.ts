import { inspect } from 'node:util'
import pMap from 'p-map'
import type { Target } from '../target/start-target.ts'
import type { Attack, AttackGroup } from './attack.ts'

/** An attack that the target did not withstand. */
export interface Breach {
  readonly name: string
  /** What came back, shortened, or the error that ended the attempt. */
  readonly seen: string
}

/** The result of a group. */
export interface GroupResult {
  readonly name: string
  readonly tried: number
  readonly breaches: readonly Breach[]
}

const seenCharactersMax = 1_000

/** Runs the attacks of a group, then those that check what is left of the target. */
export async function runGroup(group: AttackGroup, target: Target): Promise<GroupResult> {
  const { name, attacks, atOnce, afterwards = [] } = group
  const during = await pMap(attacks, (attack) => findBreach(attack, target), { concurrency: atOnce })
  const after = await pMap(afterwards, (attack) => findBreach(attack, target), { concurrency: 1 })
  const breaches = [...during, ...after].filter((breach) => breach !== undefined)
  return { name, tried: attacks.length + afterwards.length, breaches }
}

async function findBreach(attack: Attack, target: Target): Promise<Breach | undefined> {
  try {
    const seen = await attack.attempt(target)
    return attack.holds(seen) ? undefined : { name: attack.name, seen: shorten(inspect(seen, { depth: 5 })) }
  } catch (error) {
    return { name: attack.name, seen: shorten(inspect(error)) }
  }
}

function shorten(text: string): string {
  return text.length <= seenCharactersMax ? text : `${text.slice(0, seenCharactersMax)} …`
}

/** Returns the group with an evenly distributed sample of its attacks, in which no column of a matrix is missing. */
export function sampleGroup(group: AttackGroup): AttackGroup {
  const step = nextPrime(Math.ceil(group.attacks.length / group.sampleSize))
  return { ...group, attacks: group.attacks.filter((_, index) => index % step === 0) }
}

/** Returns the number, or the first prime above it, because a step that divides the width of a matrix skips columns. */
function nextPrime(number: number): number {
  for (let candidate = number; ; candidate += 1) if (isPrime(candidate)) return candidate
}

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false
  return true
}
