import type { Database } from '@bridge/database'
import { notifiedOrganization } from '@bridge/identity/mail/notified-organization'
import { pausedAfterMs } from './retry-delay.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** An email that is due about a webhook. */
export interface DueNotice {
  readonly id: string
  readonly clientId: string
  /** The emails so far, with this one. */
  readonly notices: number
  readonly failingSince: Date
}

/** Finds webhooks that have failed for too long. */
export async function findOverdueWebhooks(database: Database, at: Date): Promise<string[]> {
  const failingSince = { lte: new Date(at.getTime() - pausedAfterMs) }
  const rows = await database.webhook.findMany({ where: { pausedAt: null, failingSince }, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Claims the emails that are due: after an hour and a day of failures, and after a pause. Each is claimed once. */
export function claimNotices(database: Database, at: Date): Promise<DueNotice[]> {
  const [hourAgo, dayAgo] = [hourMs, dayMs].map((ms) => new Date(at.getTime() - ms))
  return database.$queryRaw<DueNotice[]>`
    WITH due AS (
      SELECT id, CASE WHEN "pausedAt" IS NOT NULL THEN 3 WHEN "failingSince" <= ${dayAgo} THEN 2
        WHEN "failingSince" <= ${hourAgo} THEN 1 ELSE 0 END AS notices
      FROM webhook WHERE "failingSince" IS NOT NULL
    )
    UPDATE webhook SET notices = due.notices FROM due WHERE due.id = webhook.id AND webhook.notices < due.notices
    RETURNING webhook.id, "clientId", webhook.notices, "failingSince"`
}

/** Returns an email that could not be sent, to be claimed again. */
export async function releaseNotice(database: Database, { id, notices }: DueNotice): Promise<void> {
  await database.webhook.updateMany({ where: { id, notices }, data: { notices: notices - 1 } })
}

/** Finds an app's webhook and organization, with the addresses of its owners and admins. */
export function findNotifiedApp(database: Database, clientId: string) {
  return database.oAuthClient.findUnique({
    where: { id: clientId },
    select: {
      name: true,
      org: { select: notifiedOrganization },
      webhook: { select: { url: true, pausedAt: true, missedSince: true } },
    },
  })
}
