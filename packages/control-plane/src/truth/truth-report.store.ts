import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import type { OwnedRealmId } from '@bridge/identity/access/owned'
import type { AuditAction } from '@bridge/platform/audit-action'
import type { ReportRow, TruthReport } from '@bridge/truth'

/** `first` are the checks after a pairing, `checks` those with their exchanges, `recording` has exchanges only. */
export type TruthReportKind = 'first' | 'checks' | 'recording'

/** The agent that sends a report, and what its company file allows. */
export interface ReportingAgent {
  readonly realmId: RealmId
  readonly orgId: string
  readonly agentTokenId: string
  readonly allowsRecording: boolean
}

/** The reports of a company file, of each kind. Older ones are deleted. */
const maxReports = 5
const reported: AuditAction = 'agent-token.report'

/** Finds the agent with a token. Unknown and revoked ones are not distinguished. */
export async function findReportingAgent(database: Database, tokenHash: string): Promise<ReportingAgent | undefined> {
  const [row] = await database.$queryRaw<(Omit<ReportingAgent, 'realmId'> & { readonly realmId: string })[]>`
    SELECT token."realmId", realm."orgId", token.id AS "agentTokenId", EXISTS (
      SELECT FROM realm_settings AS settings
      WHERE settings."realmId" = realm.id AND settings."values" @> '{"allowsRecording":true}'
    ) AS "allowsRecording"
    FROM agent_token AS token JOIN realm ON realm.id = token."realmId"
    WHERE token."tokenHash" = ${tokenHash} AND token."revokedAt" IS NULL`
  return row && { ...row, realmId: requireRealmId(row.realmId) }
}

interface NewTruthReport extends ReportingAgent {
  readonly kind: TruthReportKind
  readonly report: TruthReport
  /** The report as JSON, compressed with gzip. */
  readonly content: Buffer
  readonly receivedAt: Date
  readonly address: string
}

/** Stores a report, and deletes the oldest ones above the number that a company file may have. Returns its ID. */
export function storeTruthReport(
  database: Database,
  { realmId, orgId, agentTokenId, kind, report, content, receivedAt, address }: NewTruthReport,
): Promise<string> {
  const { agentVersion, quickBooks, rows } = report
  return database.$transaction(async (transaction) => {
    const { id } = await transaction.truthReport.create({
      data: {
        realmId,
        agentTokenId,
        kind,
        agentVersion,
        ...quickBooks,
        receivedAt,
        rows,
        content: new Uint8Array(content),
      },
      select: { id: true },
    })
    await transaction.$executeRaw`
      DELETE FROM truth_report WHERE id IN (
        SELECT id FROM truth_report WHERE "realmId" = ${realmId} AND kind = ${kind}::"TruthReportKind"
        ORDER BY "receivedAt" DESC, id DESC OFFSET ${maxReports})`
    // The checks after a pairing contain no exchange.
    if (kind !== 'first') {
      await transaction.auditEvent.create({
        data: {
          orgId,
          actorKind: 'system',
          action: reported,
          resourceKind: 'agent-token',
          resourceId: agentTokenId,
          ip: address,
          createdAt: receivedAt,
          details: { realmId, kind, exchanges: report.exchanges.length },
        },
        select: { id: true },
      })
    }
    return id
  })
}

/** A company file's latest checks. */
export interface LatestChecks {
  readonly receivedAt: Date
  readonly agentVersion: string
  readonly product: string
  readonly release: string
  readonly rows: readonly ReportRow[]
}

/** Finds the latest checks of a company file, whether after a pairing or when a person wanted it. */
export async function findLatestChecks(
  database: Database,
  realmId: OwnedRealmId<'viewer'>,
): Promise<LatestChecks | undefined> {
  const [row] = await database.$queryRaw<LatestChecks[]>(Prisma.sql`
    SELECT "receivedAt", "agentVersion", product, release, rows FROM truth_report
    WHERE "realmId" = ${realmId} AND kind IN ('first', 'checks') ORDER BY "receivedAt" DESC LIMIT 1`)
  return row
}

/** A stored report without its content. */
export interface ListedReport {
  readonly id: string
  readonly realmId: string
  readonly kind: TruthReportKind
  readonly agentVersion: string
  readonly product: string
  readonly release: string
  readonly receivedAt: Date
  readonly bytes: number
}

/** Lists the newest reports of all company files, for the operator. */
export function listTruthReports(database: Database, limit: number): Promise<ListedReport[]> {
  return database.$queryRaw`
    SELECT id, "realmId", kind::text AS kind, "agentVersion", product, release, "receivedAt", length(content) AS bytes
    FROM truth_report ORDER BY "receivedAt" DESC, id DESC LIMIT ${limit}`
}

/** Finds a report's content: JSON, compressed with gzip. */
export async function findReportContent(database: Database, id: string): Promise<Uint8Array | undefined> {
  const row = await database.truthReport.findUnique({ where: { id }, select: { content: true } })
  return row?.content
}
