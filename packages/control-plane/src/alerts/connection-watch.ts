import type { Mailer } from '@bridge/identity/mail/mailer'
import type { Dependencies } from '@bridge/platform/dependencies'
import { RepeatedWork } from '@bridge/platform/repeated-work'
import { sweepRows } from '@bridge/platform/retention.store'
import { type AlertKind, connectionAlertMail } from './connection-alert-mail.ts'
import {
  checkListedGroups,
  claimOutages,
  deleteOldConnectionChanges,
  endOutages,
  findAlertedRealm,
  type Outage,
  releaseOutage,
} from './connection-watch.store.ts'

interface WatchDependencies extends Pick<Dependencies, 'database' | 'clock' | 'logger' | 'config'> {
  readonly mailer: Pick<Mailer, 'send'>
  /** Defaults to 30 s. */
  readonly intervalMs?: number
  /** Rows deleted per statement. */
  readonly stepRows?: number
}

const defaultIntervalMs = 30_000
const sweepMs = 10 * 60_000
const dayMs = 86_400_000
const historyMs = 30 * dayMs
const maxChanges = 2_000
/** How many company files each run compares with their list. */
const checkedFiles = 2_000
/** Changes have the database's time, whose clock may be behind. */
const clockToleranceMs = 10 * 60_000

/**
 * Watches company file connections: emails about outages, corrects lists, and deletes old history. Looks every 30 s on
 * every server. An outage is claimed with one statement: one server sends its emails,
 * once.
 */
export function createConnectionWatch(dependencies: WatchDependencies): RepeatedWork {
  const { database, clock, logger, intervalMs = defaultIntervalMs, stepRows = sweepRows } = dependencies
  let nextSweepAt = 0
  let sweptAt: Date | undefined

  const work = async (isStopped: () => boolean) => {
    for (const outage of await endOutages(database)) await sendAlerts(dependencies, { kind: 'back' }, outage)
    for (const outage of await claimOutages(database, clock())) {
      const isSent = await sendAlerts(dependencies, { kind: 'offline', transport: outage.transport }, outage)
      if (!isSent) await releaseOutage(database, outage.realmId)
    }
    await checkListedGroups(database, checkedFiles, clock())
    const now = clock().getTime()
    if (now < nextSweepAt) return
    nextSweepAt = now + sweepMs
    const changesBefore = new Date(now - historyMs)
    const limits = { changesBefore, maxChanges, changedSince: sweptAt ?? changesBefore }
    await deleteOldConnectionChanges(database, limits, { rows: stepRows, isStopped })
    sweptAt = new Date(now - clockToleranceMs)
  }
  return new RepeatedWork(work, {
    intervalMs,
    onError: (error) =>
      logger.warn({ err: error }, 'Could not watch the connections of company files; trying again in 30 s'),
  })
}

/** Sends an alert to the realm's owners and admins. Returns false if no email could be sent. */
async function sendAlerts(
  { database, config, logger, mailer }: WatchDependencies,
  about: AlertKind,
  { realmId, offlineSince }: Outage,
): Promise<boolean> {
  const realm = await findAlertedRealm(database, realmId)
  if (!realm) return true
  const message = connectionAlertMail(new URL(config.baseUrl).host, {
    ...about,
    realmName: realm.name,
    orgName: realm.org.name,
    offlineSince,
    link: `${config.baseUrl}/orgs/${realm.org.slug}/company-files/${realmId}`,
  })
  let failures = 0
  for (const { user } of realm.org.memberships) {
    try {
      await mailer.send(user.email, message)
    } catch (error) {
      failures += 1
      logger.warn({ err: error, realmId }, 'Could not email about the connection of a company file')
    }
  }
  return failures === 0 || failures < realm.org.memberships.length
}
