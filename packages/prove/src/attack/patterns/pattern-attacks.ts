import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'
import type { ProcessTarget } from '../processes/start-process-target.ts'
import type { Attack } from '../run/attack.ts'
import { send } from '../target/send.ts'
import { readProcessorMs } from './processor-time.ts'
import { type TextAttack, textAttacks } from './text-attacks.ts'

interface Measured {
  /** One request's processor time, in milliseconds. */
  readonly ms: number
  readonly status: number
}

interface Seen extends Measured {
  /** The processor time for harmless words of the same length; 0 where none had to be measured. */
  readonly harmlessMs: number
}

/** Milliseconds beyond harmless words of the same length, which are read, parsed and logged, too. */
const maxMs = 20
const warmUps = 5
const repeats = 10
/** A slow pattern is slow in every round. On a busy machine, a quick one is slow in some. */
const maxRounds = 10
const settleMs = 200
/** After a response, the log stores its texts within a second. */
const loggedMs = 1_500

async function measure(
  target: ProcessTarget,
  { process, isLogged }: TextAttack,
  prepare: TextAttack['prepare'],
  enoughMs: number,
  rounds = maxRounds,
): Promise<Measured> {
  const client = new Agent({ connections: 1, pipelining: 1 })
  const origin = process === 'gateway' ? target.gatewayOrigin : target.origin
  const { repeat, end } = await prepare(target, (request) => send(client, origin, request))
  try {
    const id = target.programs[process].getProcessId()
    const run = async (count: number): Promise<number> => {
      let status = 0
      for (let index = 0; index < count; index += 1) status = (await repeat()).status
      await delay(isLogged ? loggedMs : settleMs)
      return status
    }
    const measureOnce = async (): Promise<Measured> => {
      const before = await readProcessorMs(id)
      const status = await run(repeats)
      return { ms: ((await readProcessorMs(id)) - before) / repeats, status }
    }
    await run(warmUps)
    // The least among a few, because compiling and collecting garbage count, too.
    let seen = await measureOnce()
    for (let round = 1; round < rounds && seen.ms > enoughMs; round += 1) {
      const again = await measureOnce()
      if (again.ms < seen.ms) seen = again
    }
    return seen
  } finally {
    end?.()
    await client.destroy()
  }
}

/** Most texts are quick. Only a slow one is compared with harmless words. */
async function compare(target: ProcessTarget, attack: TextAttack): Promise<Seen> {
  const { prepare, prepareHarmless } = attack
  const first = await measure(target, attack, prepare, maxMs, prepareHarmless ? 1 : maxRounds)
  if (first.ms <= maxMs || !prepareHarmless) return { ...first, harmlessMs: 0 }
  const { ms: harmlessMs } = await measure(target, attack, prepareHarmless, 0)
  return { ...(await measure(target, attack, prepare, harmlessMs + maxMs)), harmlessMs }
}

/** No text takes a process much longer than harmless words, whatever pattern it meets. */
export const patternAttacks: readonly Attack<unknown, ProcessTarget>[] = textAttacks.map(
  (attack): Attack<Seen, ProcessTarget> => ({
    name: attack.name,
    attempt: (target) => compare(target, attack),
    holds: ({ ms, harmlessMs }) => ms - harmlessMs <= maxMs,
    describe: ({ ms, harmlessMs, status }) =>
      `${ms.toFixed(1)} ms, harmless words ${harmlessMs.toFixed(1)} ms, ${status}`,
  }),
)
