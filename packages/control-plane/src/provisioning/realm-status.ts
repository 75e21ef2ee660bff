import { sumConnectionDays } from '@bridge/data-plane/realms/connection-days'
import {
  combineChanges,
  findTransport,
  getAgentState,
  getConnectorState,
  getRealmState,
  getStateOfChange,
  type TransportChange,
} from '@bridge/data-plane/realms/get-realm-state'
import { realmStateNames, realmStates } from '@bridge/data-plane/realms/realm-states'
import { type FaultRow, faults, Problem } from '@bridge/faults'
import { includesRole, type OwnedRealmId } from '@bridge/identity/access/owned'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { checkCompanyFile, companyFileCheckSchema } from './check-company-file.ts'
import { connectorProblemSchema } from './connector-problem.ts'
import {
  countByHour,
  findChangesBefore,
  findConnectionChanges,
  findLastFailure,
  findRealmStatus,
  type StatusRow,
} from './realm-status.store.ts'

const transportNames = { agent: 'agent', connector: 'web_connector' } as const

const transportSchema = z
  .enum(['agent', 'web_connector', 'sandbox'])
  .nullable()
  .describe('What serves the company file; null if nothing ever did.')

/** What a list shows about a realm's connection. */
export const connectionSummarySchema = z.strictObject({
  state: z.enum(realmStateNames).describe('Whether the company file can be reached, or what keeps it from that.'),
  since: timeSchema.describe('Since when the realm has this state.'),
  transport: transportSchema,
  agentVersion: z.string().nullable(),
  companyFile: z.string().nullable().describe('The name of the open company file.'),
  companyName: z.string().nullable().describe("The company's name in the file, as the latest check found it."),
  product: z.string().nullable().describe('The edition of QuickBooks.'),
  version: z.string().nullable().describe('The version of QuickBooks.'),
  lastCallAt: timeSchema.nullable().describe('The latest request of the last 30 days.'),
  failures: z.int().describe('Failed requests of the last 24 hours.'),
})

/** Formats what a list shows about a realm's connection. */
export function formatConnectionSummary(row: StatusRow): z.output<typeof connectionSummarySchema> {
  const { state, since } = getRealmState(row)
  const { agentVersion, companyFile, companyName, product, version, failures } = row
  return {
    state,
    since: formatTime(since),
    transport: toTransport(row),
    agentVersion,
    companyFile: findTransport(row) === 'connector' ? row.connectorFile : companyFile,
    companyName,
    product,
    version,
    lastCallAt: formatTime(row.lastCallAt),
    failures,
  }
}

/** Returns a company file's connection with what fixes it, for those who cannot see the portal's pages. */
export async function describeConnection(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  realmId: OwnedRealmId<'viewer'>,
) {
  const row = await findRealmStatus(database, realmId, clock())
  if (row === undefined) return undefined
  const summary = formatConnectionSummary(row)
  const { sentence, steps } = realmStates[summary.state]
  return { ...summary, sentence, steps }
}

/** Returns what serves a company file, or served it last; null before the first time. */
export function toTransport(row: StatusRow): z.output<typeof transportSchema> {
  if (row.kind === 'sandbox') return 'sandbox'
  const transport = findTransport(row)
  return transport && transportNames[transport]
}

const stateSchema = z.enum(realmStateNames)

/** A realm's agent, whichever transport serves it. */
export const agentHealthSchema = z.strictObject({
  online: z.boolean().describe('Whether the agent is connected; a sandbox is always online.'),
  state: stateSchema,
  since: timeSchema.describe('Since when the agent has this state.'),
  connectedAt: timeSchema.nullable().describe('When the latest agent connected.'),
  lastSeenAt: timeSchema.nullable().describe('When the latest agent was last seen, within 5 seconds.'),
})

/** A realm's Web Connector, whichever transport serves it. */
export const connectorHealthSchema = z.strictObject({
  connected: z.boolean().describe('Whether a QuickBooks Web Connector with a valid credential polls.'),
  state: stateSchema,
  since: timeSchema.describe('Since when the Web Connector has this state.'),
  lastPolledAt: timeSchema.nullable().describe('When the Web Connector was last seen.'),
  companyFile: z.string().nullable().describe('The company file that was open in its latest update.'),
  problem: connectorProblemSchema,
  sharedAt: timeSchema.nullable().describe('When two Web Connectors used the credential: each PC needs its own.'),
})

/** Formats the state of a realm's two transports. */
export function formatTransports(row: StatusRow): {
  readonly agent: z.output<typeof agentHealthSchema>
  readonly connector: z.output<typeof connectorHealthSchema>
} {
  const isSandbox = row.kind === 'sandbox'
  const agent = isSandbox ? getRealmState(row) : getAgentState(row)
  const connector = getConnectorState(row)
  return {
    agent: {
      online: isSandbox || row.hasLiveLease,
      state: agent.state,
      since: formatTime(agent.since),
      connectedAt: formatTime(row.connectedAt),
      lastSeenAt: formatTime(row.lastSeenAt),
    },
    connector: {
      connected: row.connected,
      state: connector.state,
      since: formatTime(connector.since),
      lastPolledAt: formatTime(row.connectorSeenAt),
      companyFile: row.connectorFile,
      problem: connectorProblemSchema.parse(row.connectorRevokedAt === null ? row.connectorProblem : null),
      sharedAt: formatTime(row.connectorSharedAt),
    },
  }
}

const failureSchema = z.strictObject({
  id: z.string(),
  traceId: z.string().describe('X-Request-Id of the response.'),
  at: timeSchema,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  code: z.string().nullable(),
  when: z.string().nullable().describe('When the code occurs.'),
  fix: z.string().nullable().describe('The first step to take.'),
})

const statusSchema = connectionSummarySchema.extend({
  connectedAt: timeSchema.nullable().describe('When the latest agent connected.'),
  lastSeenAt: timeSchema.nullable().describe('When the latest agent was last seen, within 5 seconds.'),
  agentTokenId: z.string().nullable().describe('The token of the latest agent.'),
  agentTokenLabel: z.string().nullable(),
  agent: agentHealthSchema,
  connector: connectorHealthSchema,
  checkedAt: timeSchema.nullable().describe('When the company file was last checked.'),
  lastFailure: failureSchema.nullable().describe('The latest failed request of the last 30 days.'),
})

const hourSchema = z.strictObject({
  at: timeSchema.describe('The beginning of the hour.'),
  calls: z.int(),
  failures: z.int(),
})

const daySchema = z.strictObject({
  day: z.iso.date().describe('The day in UTC.'),
  connectedMs: z.number(),
  waitingMs: z
    .number()
    .describe('An agent or a Web Connector was connected, and QuickBooks could not process requests.'),
  offlineMs: z.number(),
})

const changeSchema = z.strictObject({
  at: timeSchema,
  transport: z.enum(transportNames).describe('What changed.'),
  state: stateSchema.describe('The state of this transport from then on.'),
  companyFile: z.string().nullable(),
  agentVersion: z.string().nullable(),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why the connection ended: the name of a close code of the agent protocol, or `lost`; for a Web Connector `silent`, `lost` or `credentialRevoked`.',
    ),
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The age up to which connection changes are kept. */
export const historyDays = 30
/** A realm's kept changes. */
export const maxChanges = 2_000
const maxChangesShown = 100

export const realmStatusOperations = {
  getRealmStatus: operation({
    route: 'GET /realms/{realmId}/status',
    summary:
      'Returns whether a company file can be reached, through what and since when, and its last failure, which viewers do not get.',
    about: 'realm',
    role: 'viewer',
    input: noInput,
    output: z.strictObject({ status: statusSchema }),
    run: async (services, { id, role }) => {
      const status = await loadRealmStatus(services, id)
      // Its path names a record.
      return { status: includesRole(role, 'member') ? status : { ...status, lastFailure: null } }
    },
  }),

  getRealmActivity: operation({
    route: 'GET /realms/{realmId}/activity',
    summary: 'Counts the requests and failures of a realm by hour, oldest first. Hours without a request are missing.',
    about: 'realm',
    role: 'viewer',
    input: z.strictObject({ hours: z.coerce.number().int().min(1).max(168).default(24) }),
    output: z.strictObject({ hours: z.array(hourSchema) }),
    run: async ({ database, clock }, { id }, { hours }) => {
      const now = clock().getTime()
      const since = new Date(now - (now % hourMs) - (hours - 1) * hourMs)
      const counted = await countByHour(database, id, since)
      return { hours: counted.map(({ hour, ...counts }) => ({ at: formatTime(hour), ...counts })) }
    },
  }),

  getConnectionHistory: operation({
    route: 'GET /realms/{realmId}/connection-history',
    summary: 'Returns how long a company file could be reached on each of the last 30 days, and the latest changes.',
    about: 'realm',
    role: 'viewer',
    input: noInput,
    output: z.strictObject({ days: z.array(daySchema), changes: z.array(changeSchema) }),
    run: async ({ database, clock }, { id }) => {
      const now = clock()
      const since = new Date(now.getTime() - historyDays * dayMs)
      const rows = await findConnectionChanges(database, id, since, maxChanges)
      const before = rows.length < maxChanges ? await findChangesBefore(database, id, since) : []
      const status = await findRealmStatus(database, id, now)
      const changes = [...before, ...rows.toReversed(), ...(status ? findUnrecordedEnds(status) : [])]
      changes.sort((left, right) => left.at.getTime() - right.at.getTime())
      return {
        days: sumConnectionDays(combineChanges(changes), now, historyDays),
        changes: rows.slice(0, maxChangesShown).map(({ at, companyFile, agentVersion, ...change }) => ({
          at: formatTime(at),
          transport: transportNames[change.transport],
          state: getStateOfChange(change),
          companyFile,
          agentVersion,
          reason: change.reason,
        })),
      }
    },
  }),

  checkRealm: operation({
    route: 'POST /realms/{realmId}/check',
    summary:
      "Reads the company's name and the version of QuickBooks from the company file. Counts as one request of the realm.",
    about: 'realm',
    role: 'member',
    input: noInput,
    output: z.strictObject({ check: companyFileCheckSchema }),
    run: async (services, { id }) => ({ check: await checkCompanyFile(services, id) }),
  }),
}

export async function loadRealmStatus(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: OwnedRealmId<'viewer'>,
): Promise<z.output<typeof statusSchema>> {
  const [row, failure] = await Promise.all([findRealmStatus(database, id, clock()), findLastFailure(database, id)])
  if (!row) throw new Problem('not_found', 'The realm was deleted.')
  const { connectedAt, lastSeenAt, agentTokenId, agentTokenLabel, readAt } = row
  return {
    ...formatConnectionSummary(row),
    ...formatTransports(row),
    connectedAt: formatTime(connectedAt),
    lastSeenAt: formatTime(lastSeenAt),
    agentTokenId,
    agentTokenLabel,
    checkedAt: formatTime(readAt),
    lastFailure: failure ? formatFailure(failure) : null,
  }
}

/** Returns the ends of transports whose gateways vanished, not recorded as changes yet. */
function findUnrecordedEnds(row: StatusRow): TransportChange[] {
  const end = (transport: TransportChange['transport'], at: Date): TransportChange => ({
    at,
    transport,
    condition: null,
    reason: 'lost',
  })
  const isAgentGone = !row.hasLiveLease && row.endedAt === null
  const isConnectorGone = !row.connected && row.connectorEndedAt === null
  return [
    ...(isAgentGone && row.lastSeenAt ? [end('agent', row.lastSeenAt)] : []),
    ...(isConnectorGone && row.connectorSeenAt ? [end('connector', row.connectorSeenAt)] : []),
  ]
}

type Failure = NonNullable<Awaited<ReturnType<typeof findLastFailure>>>

function formatFailure({ createdAt, ...failure }: Failure): z.output<typeof failureSchema> {
  const row: FaultRow | undefined = Object.entries(faults).find(([code]) => code === failure.code)?.[1]
  return { ...failure, at: formatTime(createdAt), when: row?.when ?? null, fix: row?.fixes[0] ?? null }
}
