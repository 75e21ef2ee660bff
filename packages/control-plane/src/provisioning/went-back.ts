import { realmIdSchema } from '@bridge/agent-protocol'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { findWentBackOfOrganization, type WentBackRow } from './went-back.store.ts'

/** A company file that went back, as operations return it. */
export const wentBackSchema = z
  .strictObject({
    realmId: z.string(),
    realmName: z.string(),
    since: timeSchema.describe('Read the company file again from this time: earlier changes may have no event.'),
    reason: z
      .enum(['restored', 'condensed', 'reset'])
      .describe('A backup was restored, QuickBooks condensed the file, or the sandbox was reset.'),
  })
  .meta({ id: 'WentBack' })

/** How far back `cdc` reaches. */
const wentBackMs = 30 * 24 * 60 * 60 * 1000

/** Returns the time after which company files that went back are named. */
export function getWentBackSince(now: Date): Date {
  return new Date(now.getTime() - wentBackMs)
}

export const wentBackOperations = {
  listWentBack: operation({
    route: 'GET /realms/went-back',
    summary:
      'Lists the realms of an organization that an app has a webhook for, and whose company file went back in the last 30 days, which causes no events: the latest first, at most 100.',
    about: 'org',
    role: 'viewer',
    input: z.strictObject({ realmId: realmIdSchema.optional().describe('Only this realm.') }),
    output: z.strictObject({ realms: z.array(wentBackSchema) }),
    run: async ({ database, clock }, { orgId }, { realmId }) => {
      const rows = await findWentBackOfOrganization(database, orgId, { realmId, since: getWentBackSince(clock()) })
      return { realms: rows.map(formatWentBack) }
    },
  }),
}

export function formatWentBack({ since, reason, ...realm }: WentBackRow): z.output<typeof wentBackSchema> {
  return { ...realm, since: formatTime(since), reason: wentBackSchema.shape.reason.parse(reason) }
}
