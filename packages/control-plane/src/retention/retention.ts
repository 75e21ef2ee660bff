import type { Dependencies } from '@bridge/platform/dependencies'
import {
  type ExpiringRows,
  keepPartitions,
  type PartitionedLog,
  type SweepOptions,
  sweepAuditEvents,
  sweepExpired,
  sweepRows,
} from '@bridge/platform/retention.store'
import { historyDays } from '../service-status/describe-history.ts'

/** Deletes what is kept no longer. */
export interface Retention {
  /** Deletes what is due by now. Never rejects. */
  run(): Promise<void>
  /** Waits for a running sweep and stops the timer. */
  close(): Promise<void>
}

interface RetentionDependencies extends Pick<Dependencies, 'database' | 'clock' | 'logger' | 'config'> {
  /** Rows deleted per statement. */
  readonly stepRows?: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The billing summary's days. */
const keptRequestsMs = 30 * dayMs
/** A year, to compare with the same month, and the month in progress. */
const keptUsageMs = 400 * dayMs

/** Logs whose partitions are dropped. */
export const partitionedLogs: readonly PartitionedLog[] = [
  { table: 'logged_request', keptMs: keptRequestsMs },
  { table: 'usage_day', keptMs: keptUsageMs },
]

/** Lists what is deleted, and when. `kept-tables.ts` lists the other tables. */
export function listExpiring({
  sessionIdleHours,
}: Pick<Dependencies['config'], 'sessionIdleHours'>): readonly ExpiringRows[] {
  return [
    { table: 'session', column: 'expires', keptMs: 0 },
    { table: 'session', column: 'lastSeenAt', keptMs: sessionIdleHours * hourMs },
    { table: 'verification_token', column: 'expires', keptMs: 0 },
    { table: 'consent_request', column: 'expiresAt', keptMs: 0 },
    { table: 'access_token', column: 'expiresAt', keptMs: 0 },
    { table: 'refresh_token', column: 'expiresAt', keptMs: 0 },
    // Used codes are kept for a day, to detect a second use.
    { table: 'authorization_code', column: 'expiresAt', keptMs: dayMs },
    { table: 'pairing_code', column: 'expiresAt', keptMs: 0 },
    { table: 'explorer_permission', column: 'expiresAt', keptMs: 0 },
    { table: 'idempotency_key', column: 'expiresAt', keptMs: 0 },
    { table: 'setup_link', column: 'expiresAt', keptMs: 30 * dayMs },
    { table: 'deleted_setup_link', column: 'expiresAt', keptMs: 0 },
    { table: 'billing_event', column: 'receivedAt', keptMs: 30 * dayMs },
    { table: 'truth_report', column: 'receivedAt', keptMs: 90 * dayMs },
    { table: 'service_period', column: 'until', keptMs: historyDays * dayMs },
    // Rows older than the partitions, and from times without any.
    { table: 'logged_request_before', column: 'createdAt', keptMs: keptRequestsMs },
    { table: 'logged_request_default', column: 'createdAt', keptMs: keptRequestsMs },
    { table: 'change', column: 'storedAt', keptMs: 30 * dayMs },
    { table: 'mcp_proposal', column: 'createdAt', keptMs: 30 * dayMs },
    { table: 'mcp_proposal_content', column: 'expiresAt', keptMs: 0 },
    { table: 'webhook_delivery', column: 'createdAt', keptMs: 7 * dayMs },
    { table: 'request_count', column: 'at', keptMs: keptRequestsMs + dayMs },
    { table: 'failure_count', column: 'at', keptMs: keptRequestsMs + dayMs },
    { table: 'organization_usage', column: 'day', keptMs: keptRequestsMs + dayMs },
    { table: 'usage_day_default', column: 'day', keptMs: keptUsageMs },
  ]
}

/** Sweeps at the configured interval, on every server. */
export function createRetention({
  database,
  clock,
  logger,
  config,
  stepRows = sweepRows,
}: RetentionDependencies): Retention {
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  const sweep = async (table: string, run: (options: SweepOptions) => Promise<void>) => {
    try {
      await run({ rows: stepRows, isStopped: () => isClosed })
    } catch (error) {
      logger.warn({ err: error, table }, 'Could not delete expired rows; trying again at the next sweep')
    }
  }
  const work = async () => {
    const now = clock()
    for (const expiring of listExpiring(config)) {
      await sweep(expiring.table, (options) => sweepExpired(database, expiring, now, options))
    }
    for (const log of partitionedLogs) {
      await sweep(log.table, async () => {
        if (!(await keepPartitions(database, log, now))) {
          logger.info({ table: log.table }, 'A long statement uses a log; its partitions are kept until the next sweep')
        }
      })
    }
    const before = new Date(now.getTime() - config.auditRetentionDays * dayMs)
    await sweep('audit_event', (options) => sweepAuditEvents(database, before, options))
  }
  const run = () => {
    running = running.then(work)
    return running
  }
  const timer = setInterval(run, config.retentionSweepMinutes * 60_000).unref()

  return {
    run,
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}
