import { Fault } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { FindDesktop } from '../desktop/realm-desktop.ts'
import { openCompanyFile } from '../operations/company-file.ts'
import { findEntities } from '../realms/realm-settings.ts'
import { claimDuePolls, type DuePoll, storePoll } from './change-polls.store.ts'
import { pollCompany } from './poll-company.ts'

/** Finds what people change in company files, for webhooks. */
export interface ChangePoller {
  /** Polls what is due. Never rejects. */
  run(): Promise<void>
  /** Waits for the polls in progress and stops the timer. */
  close(): Promise<void>
}

interface PollerDependencies extends Pick<Dependencies, 'database' | 'changes' | 'clock' | 'config' | 'logger'> {
  readonly findDesktop: FindDesktop
  /** Throws for an organization that may not use the service. */
  readonly entitlement: { require(grant: Pick<Grant, 'orgId' | 'realmKind'>): Promise<void> | undefined }
}

/** The time between two searches for due polls; a change waits for it in addition to the interval. */
const tickMs = 2_000
/** Company files that a server polls at once: 10,000 in a minute, where each takes a second. */
const maxPolls = 200
/** The time between two polls. */
const intervalSeconds = 60
/** How much longer than a request may take a poll may, before another one begins. */
const spareSeconds = 60

/**
 * Polls on every server; each due company file is claimed by one of them. A poll waits behind all calls of clients, and
 * one that gets no response is repeated when the next one is due.
 */
export function createChangePoller({
  database,
  changes: feed,
  clock,
  config,
  logger,
  findDesktop,
  entitlement,
}: PollerDependencies): ChangePoller {
  // A request waits for the next run of a Web Connector, and one poll is enough for that.
  const claimedSeconds = Math.max(config.agentTimeoutMs, config.connectorTimeoutMs) / 1_000 + spareSeconds
  let isClosed = false
  const polling = new Set<Promise<void>>()
  let claiming: Promise<void> | undefined

  const poll = async (due: DuePoll): Promise<void> => {
    const { realmId } = due
    try {
      if (!(await mayBePolled(entitlement, due))) return
      const now = clock()
      const entities = findEntities(due.settings)
      const company = openCompanyFile({ realmId, desktop: findDesktop(due), entities, now })
      const found = await pollCompany(company, due.state ?? undefined, now)
      if (found === undefined) return
      const endedAt = clock()
      // One that waited for a run of a Web Connector is not followed by another in that run.
      const isLong = endedAt.getTime() - now.getTime() > intervalSeconds * 1_000
      const nextPollAt = new Date((isLong ? endedAt : now).getTime() + intervalSeconds * 1_000)
      const stored = await storePoll(database, due, found, { polledAt: now, nextPollAt })
      if (found.resynchronize !== undefined) {
        logger.warn({ realm: realmId, reason: found.resynchronize }, 'A company file went back: changes may be missing')
      }
      if (stored > 0) await feed.publish('records')
    } catch (error) {
      logger.warn({ err: error, realm: realmId }, 'Could not look for changes in a company file; trying again later')
    }
  }
  const claim = async (): Promise<void> => {
    const limit = maxPolls - polling.size
    // A claim reads all subscribed realms, so it is for many at once.
    if (isClosed || limit < maxPolls / 2) return
    try {
      const found = await claimDuePolls(database, { now: clock(), limit, seconds: claimedSeconds })
      for (const due of found) {
        const running = poll(due).finally(() => {
          polling.delete(running)
          if (found.length === limit) void claimOnce()
        })
        polling.add(running)
      }
    } catch (error) {
      logger.warn({ err: error }, 'Could not find the company files in which to look for changes; trying again')
    }
  }
  const claimOnce = (): Promise<void> => {
    claiming ??= claim().finally(() => {
      claiming = undefined
    })
    return claiming
  }
  const run = async (): Promise<void> => {
    await claimOnce()
    while (polling.size > 0) {
      await Promise.all(polling)
      await claiming
    }
  }
  const timer = setInterval(run, tickMs).unref()

  return {
    run,
    async close() {
      isClosed = true
      clearInterval(timer)
      await claiming
      await Promise.all(polling)
    },
  }
}

async function mayBePolled(entitlement: PollerDependencies['entitlement'], due: DuePoll): Promise<boolean> {
  try {
    await entitlement.require(due)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}
