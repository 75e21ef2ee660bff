import { Fault } from '@bridge/faults'
import type { Grant } from '@bridge/identity/access/grant'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { PollState } from '@bridge/translation'
import type { FindDesktop } from '../desktop/realm-desktop.ts'
import { openCompanyFile } from '../operations/company-file.ts'
import type { RealmSettings } from '../realms/realm-settings.ts'
import { claimDuePolls, type DuePoll, storePoll } from './change-polls.store.ts'
import { pollCompany } from './poll-company.ts'

/** Finds what people change in company files, for webhooks. */
export interface ChangePoller {
  /** Polls what is due. Never rejects. */
  run(): Promise<void>
  /** Waits for the polls in progress and stops the timer. */
  close(): Promise<void>
}

interface PollerDependencies extends Pick<Dependencies, 'database' | 'changes' | 'clock' | 'logger'> {
  readonly findDesktop: FindDesktop
  readonly settings: Pick<RealmSettings, 'get'>
  /** Throws for an organization that may not use the service. */
  readonly entitlement: { require(grant: Pick<Grant, 'orgId' | 'realmKind'>): Promise<void> | undefined }
}

const tickMs = 5_000
/** Company files that a server polls at once. */
const maxPolls = 20
/** The time between two polls, and between those of a file in which nothing has changed for a while. */
const intervalSeconds = 60
const idleIntervalSeconds = 300
const idleSeconds = 15 * 60
/** How long a poll may take, before another one begins. */
const claimedSeconds = 180

/**
 * Polls on every server; each due company file is claimed by one of them. A poll waits behind all calls of clients, and
 * one that gets no response is repeated when the next one is due.
 */
export function createChangePoller({
  database,
  changes: feed,
  clock,
  logger,
  findDesktop,
  settings,
  entitlement,
}: PollerDependencies): ChangePoller {
  let isClosed = false
  const polling = new Set<Promise<void>>()

  const poll = async (due: DuePoll): Promise<void> => {
    const { realmId } = due
    try {
      if (!(await mayBePolled(entitlement, due))) return
      const { entities } = await settings.get(realmId)
      const now = clock()
      const company = openCompanyFile({ realmId, desktop: findDesktop(due), entities, now })
      const found = await pollCompany(company, due.state ?? undefined, now)
      if (found === undefined) return
      const nextPollAt = new Date(now.getTime() + getIntervalSeconds(found.state, now) * 1_000)
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
    if (isClosed || limit <= 0) return
    for (const due of await claimDuePolls(database, { now: clock(), limit, seconds: claimedSeconds })) {
      const running = poll(due).finally(() => polling.delete(running))
      polling.add(running)
    }
  }
  const run = async (): Promise<void> => {
    try {
      await claim()
    } catch (error) {
      logger.warn({ err: error }, 'Could not find the company files in which to look for changes; trying again')
    }
    await Promise.all(polling)
  }
  const timer = setInterval(run, tickMs).unref()

  return {
    run,
    async close() {
      isClosed = true
      clearInterval(timer)
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

function getIntervalSeconds({ until }: PollState, now: Date): number {
  return now.getTime() / 1_000 - until < idleSeconds ? intervalSeconds : idleIntervalSeconds
}
