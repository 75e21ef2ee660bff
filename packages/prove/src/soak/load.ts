import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@bridge/emulator/testing/seeded-random'
import { type FaultRow, faults } from '@bridge/faults'
import { Agent } from 'undici'
import { type CallKind, calls, type LoadCall, pickKind } from './calls.ts'
import type { CompanyClient } from './company-client.ts'

/** One request and its outcome. */
export interface Attempt {
  readonly kind: CallKind
  /** `200`, a fault code, or `connection lost`. */
  readonly outcome: string
  /** The response's arrival, by `performance.now()`. */
  readonly at: number
  readonly ms: number
}

/** Clients calling the service until stopped. */
export interface Load {
  readonly attempts: readonly Attempt[]
  /** What no client should see. */
  readonly problems: readonly string[]
  /** Starts no new calls, and resolves when all have succeeded. */
  stop(): Promise<void>
}

export interface LoadOptions {
  readonly url: string
  readonly clients: readonly CompanyClient[]
  readonly random: SeededRandom
  /** How many calls are under way at a time. */
  readonly atOnce: number
  /** Each client pauses up to this many milliseconds after a call. */
  readonly maxPauseMs: number
}

/** The outcome when the connection ended before the response. */
export const connectionLost = 'connection lost'

const retryMs = 250
/** Several times as long as an outage in the soak test. */
const maxCompletionMs = 180_000
const timeoutMs = 120_000

/** Starts to call. Each call is repeated until it succeeds, as a client should: writes with their `requestid`. */
export function startLoad({ url, clients, random, atOnce, maxPauseMs }: LoadOptions): Load {
  // Connections end after some requests, to be distributed again after a restart.
  const agent = new Agent({ connections: atOnce, pipelining: 1, maxRequestsPerClient: 50 })
  const attempts: Attempt[] = []
  const problems: string[] = []
  let isOver = false

  const send = async (client: CompanyClient, { path, body }: LoadCall) => {
    const response = await agent.request({
      origin: url,
      path: encodeURI(`/v3/company/${client.realm.realmId}`) + path.replaceAll(' ', '%20'),
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${client.realm.accessToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const { statusCode: status, headers } = response
    return { status, saysWhenToRepeat: 'retry-after' in headers, text: await response.body.text() }
  }

  /** Sends a call once. Returns its outcome, with the body. */
  const attempt = async (client: CompanyClient, kind: CallKind, call: LoadCall) => {
    const startedAt = performance.now()
    const reply = await send(client, call).catch(() => undefined)
    const at = performance.now()
    const outcome = reply === undefined ? connectionLost : findOutcome(reply)
    attempts.push({ kind, outcome, at, ms: at - startedAt })
    return { outcome, text: reply?.text ?? '' }
  }

  const complete = async (client: CompanyClient, kind: CallKind, call: LoadCall): Promise<void> => {
    const until = performance.now() + maxCompletionMs
    for (;;) {
      const { outcome, text } = await attempt(client, kind, call)
      const where = `${kind} ${client.realm.realmId}${call.path}`
      if (outcome === '200') {
        const wrong = call.accept(JSON.parse(text))
        if (wrong !== undefined) problems.push(`${where}: ${wrong}`)
        return
      }
      if (!mayRepeat(outcome)) {
        problems.push(`${where}: ${outcome} ${text.slice(0, 500)}`)
        return
      }
      if (performance.now() > until) {
        problems.push(`${where} did not succeed in ${maxCompletionMs} ms: ${outcome}`)
        return
      }
      await delay(retryMs)
    }
  }

  // Each has its own company files: no two writes compete for a record.
  const work = async (own: readonly CompanyClient[]): Promise<void> => {
    while (!isOver) {
      const client = random.pick(own)
      const kind = pickKind(random)
      const call = calls[kind].create(client, random)
      if (call !== undefined) await complete(client, kind, call)
      await delay(random.next() * maxPauseMs)
    }
  }
  const working = Array.from({ length: atOnce }, (_, index) =>
    work(clients.filter((_client, place) => place % atOnce === index)),
  )

  return {
    attempts,
    problems,
    stop: async () => {
      isOver = true
      await Promise.all(working)
      await agent.close()
    },
  }
}

interface ServiceReply {
  readonly status: number
  /** Whether it has `Retry-After`. */
  readonly saysWhenToRepeat: boolean
  readonly text: string
}

/** Returns `200`, or the fault code: in a batch, the first one. */
export function findOutcome({ status, saysWhenToRepeat, text }: ServiceReply): string {
  const code = /"code":"([^"]+)"/.exec(text)?.[1]
  if (status === 200 && !text.includes('"Fault":')) return '200'
  if (code === undefined) return `${status} without a code`
  return status === 503 && !saysWhenToRepeat ? `${code} without Retry-After` : code
}

/** Returns whether the documentation lets clients repeat a call with its `requestid` after this outcome. */
export function mayRepeat(outcome: string): boolean {
  return outcome === connectionLost || repeatable.has(outcome)
}

/** A timeout's outcome is unknown, and a repetition with the `requestid` finds out. */
const repeatable: ReadonlySet<string> = new Set([
  'AGENT_TIMEOUT',
  ...Object.entries<FaultRow>(faults).flatMap(([code, { retryable, status }]) =>
    retryable && status !== 429 ? [code] : [],
  ),
])
