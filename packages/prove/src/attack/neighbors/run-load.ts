import { waitUntil } from '@bridge/harness/wait-until'
import { Agent } from 'undici'
import { findOrigin } from '../target/find-origin.ts'
import { send } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'

/** What an attacker repeats while others work. */
export interface Load {
  /** Resolves when it can be repeated: with `true` if the service did the work, and with `false` if it refused it. */
  readonly repeat: () => Promise<boolean>
  readonly end?: () => void
  /** How many repeat it at a time. */
  readonly atOnce: number
}

/** What a load needs from a target. */
export type LoadTarget = Pick<
  Target,
  'origin' | 'port' | 'pagesOrigin' | 'gatewayOrigin' | 'database' | 'victim' | 'attacker' | 'send'
>

/** Prepares a load. */
export type CreateLoad = (target: LoadTarget) => Promise<Load>

/** How often a load was repeated. */
export interface LoadCounts {
  /** Repeats the service worked on. */
  readonly reached: number
  /** Repeats refused at once, or finding no server. */
  readonly refused: number
}

interface LoadOptions {
  readonly target: Omit<LoadTarget, 'send'>
  /** Servers that get the load's requests in turn; by default the process that serves the path. */
  readonly origins?: readonly string[]
  /** The local addresses sending the requests in turn; one by default. */
  readonly addresses?: readonly string[]
}

/**
 * Repeats a load until the work is done. Returns its result, and how much of the load reached the service. The load's
 * requests under way then lose their client.
 *
 * @param work gets the counts, which grow while it runs
 */
export async function duringLoad<Result>(
  createLoad: CreateLoad,
  { target, origins = [], addresses = ['127.0.0.1'] }: LoadOptions,
  work: (counts: LoadCounts) => Promise<Result>,
): Promise<{ readonly result: Result; readonly counts: LoadCounts }> {
  const clients = addresses.map((localAddress) => new Agent({ connections: 128, pipelining: 1, localAddress }))
  let turn = 0
  const sendInTurn: LoadTarget['send'] = async (request) => {
    turn += 1
    const client = clients[turn % clients.length]
    if (client === undefined) throw new Error('The load has no address.')
    return send(client, origins[turn % origins.length] ?? findOrigin(target, request.path), request)
  }
  let isOver = false
  const counts = { reached: 0, refused: 0 }
  let running: readonly Promise<void>[] = []
  let load: Load | undefined
  try {
    load = await createLoad({ ...target, send: sendInTurn })
    const { repeat, atOnce } = load
    running = Array.from({ length: atOnce }, async () => {
      while (!isOver) {
        const hasReached = await repeat().catch(() => false)
        if (isOver) return
        if (hasReached) counts.reached += 1
        else counts.refused += 1
        // A load refused at once leaves this process's thread to the neighbor's calls.
        await new Promise(setImmediate)
      }
    })
    const result = await work(counts)
    return { result, counts }
  } finally {
    isOver = true
    load?.end?.()
    await Promise.all(clients.map((client) => client.destroy()))
    await Promise.all(running)
  }
}

/** How long a load may take until the service has worked on it once. */
const maxUnderWayMs = 300_000

/** Resolves when a load has reached the service, or if it does not in time, by default within five minutes. */
export async function untilUnderWay(counts: LoadCounts, maxMs = maxUnderWayMs): Promise<void> {
  await waitUntil(async () => counts.reached > 0, maxMs).catch(() => undefined)
}

/** Formats the counts for an attack's report. */
export function formatCounts({ reached, refused }: LoadCounts): string {
  return `load: ${reached} reached the service, ${refused} refused`
}
