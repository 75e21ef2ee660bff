import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type AuditRow,
  decodeJson,
  type ExchangeCall,
  type ExchangeOutcome,
  encodeJson,
  hasResponse,
  maxResponseBytes,
  type RealmId,
  type SandboxCall,
  type SandboxTemplate,
  sandboxResults,
} from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { Problem } from '@bridge/faults'
import type { ServerConfig } from '@bridge/platform/server-config'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { DesktopResponse, ExchangeOptions } from '../desktop/desktop.ts'
import { ExchangeCaller } from '../desktop/exchange-caller.ts'
import { payloadCodec } from '../desktop/gateway-desktop-payload.ts'
import { OutcomeReader } from '../desktop/outcome-reader.ts'
import type { ResetCounts, SandboxFiles, StoredFaults } from './sandbox-files.ts'
import { findLiveHosts } from './sandbox-hosts.store.ts'

interface SandboxHostsOptions {
  readonly database: Database
  readonly clock: () => Date
  readonly config: Pick<ServerConfig, 'machineSecret' | 'agentTimeoutMs'>
  readonly logger: Logger
}

/** How long the host list is used. A host ended in the meantime is noticed when called. */
const listMs = 2_000
/** How long a call waits for an accepting host. A killed one is back after a second. */
const maxWaitMs = 5_000
const pauseMs = 100
/** When a call that no host took is worth repeating. */
const unavailableSeconds = 5

/**
 * Sandboxes' company files in their hosts. A host's address and the realm ID decide which host serves the realm: all
 * servers choose the same one. If it is away, the next one takes over.
 */
export class SandboxHosts implements SandboxFiles {
  readonly #options: SandboxHostsOptions
  readonly #caller: ExchangeCaller
  readonly #outcomes: OutcomeReader
  #hosts: Promise<readonly string[]> | undefined
  #readAt = Number.NEGATIVE_INFINITY

  constructor(options: SandboxHostsOptions) {
    this.#options = options
    this.#caller = new ExchangeCaller({ machineSecret: options.config.machineSecret, clock: options.clock })
    this.#outcomes = new OutcomeReader(options.logger)
  }

  async exchange(
    realmId: RealmId,
    messageSet: string,
    { kind, responseBytesMax: maxBytes = maxResponseBytes[kind], client, traceparent }: ExchangeOptions,
  ): Promise<ExchangeOutcome<DesktopResponse>> {
    const outcome = await this.#call(
      {
        realmId,
        kind,
        responseBytesMax: maxBytes,
        ...(client !== undefined && { client }),
        ...(traceparent !== undefined && { traceparent }),
      },
      await payloadCodec.pack(messageSet),
    )
    return kind === 'write' ? this.#outcomes.toText(outcome, realmId) : this.#outcomes.toResponse(outcome, realmId)
  }

  async reset(realmId: RealmId, template: SandboxTemplate, event?: AuditRow): Promise<ResetCounts> {
    return this.#ask(realmId, { name: 'reset', template, event }, sandboxResults.reset)
  }

  async countRecords(realmId: RealmId): Promise<number> {
    return this.#ask(realmId, { name: 'countRecords' }, sandboxResults.countRecords)
  }

  async getFaults(realmId: RealmId): Promise<StoredFaults> {
    return this.#ask(realmId, { name: 'getFaults' }, sandboxResults.getFaults)
  }

  async setFaults(realmId: RealmId, faults: StoredFaults, event?: AuditRow): Promise<void> {
    await this.#ask(realmId, { name: 'setFaults', faults, event }, sandboxResults.setFaults)
  }

  close(): void {
    this.#caller.close()
  }

  /** @throws Problem `service_unavailable` if no host responded; a change may have been stored */
  async #ask<Result>(realmId: RealmId, call: SandboxCall, schema: z.ZodType<Result>): Promise<Result> {
    const kind = call.name === 'reset' || call.name === 'setFaults' ? 'write' : 'read'
    const outcome = await this.#call({ realmId, kind, content: 'sandbox-call' }, encodeJson(call))
    if (hasResponse(outcome)) return decodeJson(outcome.response, schema)
    this.#options.logger.error({ err: outcome.cause, realmId, reason: outcome.reason }, `No response to ${call.name}`)
    throw new Problem('service_unavailable', 'The sandbox does not respond at the moment.', {}, unavailableSeconds)
  }

  async #call(call: Omit<ExchangeCall, 'id' | 'budgetMs'>, payload: Uint8Array): Promise<ExchangeOutcome<Uint8Array>> {
    const { config, logger } = this.#options
    const { realmId } = call
    const untilMs = performance.now() + maxWaitMs
    let hosts = sortHosts(await this.#list(), realmId)
    /** Returns the next host in the list. Once all were tried, waits for one to come back. */
    const next = async (): Promise<string | undefined> => {
      while (hosts.length === 0) {
        if (performance.now() >= untilMs) return undefined
        await delay(pauseMs)
        hosts = sortHosts(await this.#list(true), realmId)
      }
      return hosts.shift()
    }
    const first = await next()
    if (first === undefined) {
      logger.error({ realmId }, 'No sandbox host is alive')
      return { sent: false, reason: 'offline' }
    }
    return this.#caller.call(
      first,
      { ...call, id: randomUUID(), budgetMs: config.agentTimeoutMs },
      payload,
      async (reason, attempts) => (reason === 'not-mine' && attempts === 1 ? first : next()),
    )
  }

  #list(isNew = false): Promise<readonly string[]> {
    const now = performance.now()
    if (this.#hosts === undefined || isNew || now - this.#readAt >= listMs) {
      this.#readAt = now
      const hosts = findLiveHosts(this.#options.database)
      this.#hosts = hosts
      hosts.catch(() => {
        if (this.#hosts === hosts) this.#hosts = undefined
      })
    }
    return this.#hosts
  }
}

/** Sorts hosts by their rank for a realm: when a host ends, only its own realms move. */
function sortHosts(hosts: readonly string[], realmId: RealmId): string[] {
  const rank = (url: string) => createHash('sha256').update(`${url} ${realmId}`).digest('hex')
  return hosts
    .map((url) => ({ url, rank: rank(url) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ url }) => url)
}
