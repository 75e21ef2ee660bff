import { type ExchangeOutcome, hasResponse, type RealmId } from '@bridge/agent-protocol'
import { toOwnerId } from '@bridge/database'
import { parseMessageSetResponse, QbxmlSyntaxError, readFileIds, serializeFileIdQuery } from '@bridge/qbxml'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { DesktopResponse } from './desktop.ts'
import type { HeldLease } from './gateway-desktop-lease.store.ts'

interface FileCheckOptions {
  readonly clock: () => Date
  readonly logger: Logger
  /** Sends a read through the lease's agent. */
  readonly read: (lease: HeldLease, realmId: RealmId, messageSet: string) => Promise<ExchangeOutcome<DesktopResponse>>
  /** Stores that the lease's company file has the FileID of the realm's Web Connector. */
  readonly store: (realmId: RealmId, lease: HeldLease) => Promise<void>
}

/**
 * Asks the agent for its company file's FileID, and stores it if the Web Connector has the same. Concurrent calls share
 * one question. Never rejects. Returns undefined if there is nothing to ask.
 */
export type FileCheck = (realmId: RealmId, lease: HeldLease) => Promise<void> | undefined

/** How long an agent is not asked again. */
const askedMs = 60_000
const maxAsked = 10_000

const limits = { maxCharacters: 1024 * 1024, maxElements: 10_000, maxAttributes: 10_000 }

/**
 * Creates the check whether a realm's agent and Web Connector have the same company file: the agent's has the FileID
 * stored by the Web Connector. It sends one query in each QuickBooks condition, and another after a
 * minute if the company file does not have it.
 */
export function createFileCheck({ clock, logger, read, store }: FileCheckOptions): FileCheck {
  /** The last minute's questions, which may still be under way. */
  const asked = new LRUCache<string, Promise<void>>({
    max: maxAsked,
    ttl: askedMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })

  /** Returns whether the agent responded. */
  const ask = async (realmId: RealmId, lease: HeldLease, connectorFileId: string): Promise<boolean> => {
    const ownerId = lease.connectorOwnerId ?? toOwnerId(realmId)
    const outcome = await read(lease, realmId, serializeFileIdQuery([ownerId]))
    if (!hasResponse(outcome)) return false
    const { response } = outcome
    if (typeof response !== 'string') return true
    if (readFileIds(parseMessageSetResponse(response, limits)).includes(connectorFileId)) await store(realmId, lease)
    else logger.warn({ realmId }, 'The company file of the agent does not have the FileID of the Web Connector')
    return true
  }

  return (realmId, lease) => {
    const { transport, epoch, conditionSince, fileId, connectorFileId } = lease
    if (transport !== 'agent' || connectorFileId === null || fileId === connectorFileId) return undefined
    const key = `${realmId} ${epoch} ${conditionSince.getTime()}`
    const asking =
      asked.get(key) ??
      ask(realmId, lease, connectorFileId).then(
        (hasResponded) => {
          if (!hasResponded) asked.delete(key)
        },
        (error: unknown) => {
          if (!(error instanceof QbxmlSyntaxError))
            logger.error({ err: error, realmId }, 'Could not check a company file')
        },
      )
    asked.set(key, asking)
    return asking
  }
}
