import { randomUUID } from 'node:crypto'
import { createTenant } from '@bridge/harness/create-tenant'
import { waitUntil } from '@bridge/harness/wait-until'
import { Agent } from 'undici'
import { loads } from '../neighbors/loads.ts'
import { type CreateLoad, duringLoad, formatCounts, type LoadCounts, untilUnderWay } from '../neighbors/run-load.ts'
import type { Attack } from '../run/attack.ts'
import { callNeighbor } from '../target/call-neighbor.ts'
import { send } from '../target/send.ts'
import { createOnce } from './create-once.ts'
import { type AttackedPart, parts } from './parts.ts'
import type { ProcessTarget } from './start-process-target.ts'

interface Seen extends LoadCounts {
  readonly failures: readonly string[]
}

const maxRecoveryMs = 180_000

/** Ends a part during a load. Returns the forbidden failures. */
async function endDuring(target: ProcessTarget, createLoad: CreateLoad, part: AttackedPart): Promise<Seen> {
  const client = new Agent({ connections: 128, pipelining: 1 })
  const sendToEnded: ProcessTarget['send'] = (request) => send(client, target.endedOrigin, request)
  const sendToStruck = part.server === 'server' ? sendToEnded : target.send
  try {
    const origins = [target.origin, target.endedOrigin]
    // A load uses up its tenant's quotas, and the next one would be refused.
    const attacked = { ...target, attacker: await createTenant(target.database, `attacker-${randomUUID()}`) }
    const { result, counts } = await duringLoad(createLoad, { target: attacked, origins }, async (countsSoFar) => {
      await untilUnderWay(countsSoFar)
      const failures: string[] = []
      const { unexpectedEnds, victim } = target
      const endsBefore = unexpectedEnds.length
      // Some writes of both kinds are under way when the part ends.
      const writes = (['production', 'sandbox'] as const).map((kind) => createOnce(sendToStruck, victim, kind))
      let isOver = false
      const calls = (async () => {
        while (!isOver && part.spared.length > 0) failures.push(...(await callNeighbor(target, part.spared)))
      })()
      await part.end(target).catch((error) => failures.push(String(error)))
      isOver = true
      await calls
      for (const wrong of await Promise.all(writes)) failures.push(...wrong)
      failures.push(...(await waitForAll(target)))
      failures.push(...(await waitForAll({ ...target, origin: target.endedOrigin, send: sendToEnded })))
      failures.push(...unexpectedEnds.slice(endsBefore))
      return failures
    })
    return { failures: result, ...counts }
  } finally {
    await client.destroy()
  }
}

/** Waits until the victim's every call succeeds. Returns those still failing at the end. */
async function waitForAll(target: ProcessTarget): Promise<readonly string[]> {
  let failures: readonly string[] = []
  const succeeds = async () => {
    failures = await callNeighbor(target)
    return failures.length === 0
  }
  await waitUntil(succeeds, maxRecoveryMs).catch(() => undefined)
  return failures.map((failure) => `afterwards, ${failure}`)
}

/** While each load runs, each part ends: what does not need it goes on, and everything goes on when it is back. */
export const processAttacks: readonly Attack<unknown, ProcessTarget>[] = Object.entries(loads).flatMap(
  ([name, createLoad]) =>
    parts.map(
      (part): Attack<Seen, ProcessTarget> => ({
        name: `${part.name}: ${name}`,
        attempt: (target) => endDuring(target, createLoad, part),
        holds: ({ failures, reached }) => failures.length === 0 && reached > 0,
        describe: formatCounts,
      }),
    ),
)
