import { deadAfterMs } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import { checkGapMs, type ServicePart, type ServicePeriod } from './describe-history.ts'

const liveTime = Prisma.sql`now() - make_interval(secs => ${deadAfterMs / 1000})`

/** Returns which parts work at the moment. */
export async function checkParts(database: Database): Promise<Readonly<Record<ServicePart, boolean>>> {
  const [found] = await database.$queryRaw<{ gateway: boolean; sandboxes: boolean }[]>`
    SELECT EXISTS (SELECT FROM gateway WHERE "lastSeenAt" > ${liveTime}) AS gateway,
      EXISTS (SELECT FROM sandbox_host WHERE "lastSeenAt" > ${liveTime}) AS sandboxes`
  return { service: true, gateway: found?.gateway ?? false, sandboxes: found?.sandboxes ?? false }
}

/**
 * Extends the part's latest period if its state is the same and it was checked lately, else begins one. A part is known
 * from the first time that it works: not every deployment has all of them.
 */
export async function recordCheck(database: Database, part: ServicePart, isUp: boolean, at: Date): Promise<void> {
  const lately = new Date(at.getTime() - checkGapMs)
  await database.$executeRaw`
    WITH latest AS (
      SELECT since, until, "isUp" FROM service_period WHERE part = ${part} ORDER BY since DESC LIMIT 1
    ), extended AS (
      UPDATE service_period AS period SET until = GREATEST(period.until, ${at}) FROM latest
      WHERE period.part = ${part} AND period.since = latest.since AND latest."isUp" = ${isUp}
        AND latest.until >= ${lately}
      RETURNING period.part
    )
    INSERT INTO service_period (part, since, until, "isUp")
    SELECT ${part}, COALESCE((SELECT until FROM latest WHERE until >= ${lately}), ${at}), ${at}, ${isUp}
    WHERE NOT EXISTS (SELECT FROM extended) AND (${isUp} OR EXISTS (SELECT FROM latest))
    ON CONFLICT (part, since) DO NOTHING`
}

const maxPeriods = 20_000

/** Lists the latest periods. */
export function listPeriods(database: Database, since: Date): Promise<ServicePeriod[]> {
  return database.servicePeriod.findMany({
    where: { until: { gte: since } },
    orderBy: { since: 'desc' },
    take: maxPeriods,
  })
}
