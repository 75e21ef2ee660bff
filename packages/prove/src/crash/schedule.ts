import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'

const connectorCalls = ['authenticate', 'sendRequestXML', 'receiveResponseXML', 'closeConnection'] as const

/** The server's statements that schedules interrupt: those of writes, and those of polls and deliveries. */
const writeSteps = ['reserve', 'store responses', 'journal', 'remember'] as const
const webhookSteps = ['claim poll', 'store poll', 'claim webhook', 'find changes', 'store delivery'] as const

/** The server's points while it looks for changes and sends them. */
const webhookPoints = [...webhookSteps, 'send'].flatMap((step) => [`before ${step}`, `after ${step}`])

/** The parts to be killed or to fail, each with the possible points. */
export const points = {
  server: [
    'after reserve',
    'after store responses',
    'before journal',
    'after journal',
    'before exchange',
    'after exchange',
    'before remember',
    'after remember',
    'before sandbox exchange',
    'after sandbox exchange',
  ],
  /** The process computing sandboxes. */
  'sandbox host': ['before transaction', 'after transaction', 'before store books', 'after store books'],
  gateway: ['before mark sending', 'after mark sending', 'before store response', 'after store response'],
  agent: ['before hand over', 'before execute', 'after execute', 'after hand over', 'before store', 'after store'],
  /** An agent's COM host. QuickBooks continues its call. */
  host: ['before execute', 'after execute'],
  /** The Web Connector's program. It is started again at once, as by Windows. */
  connector: [
    ...connectorCalls.flatMap((call) => [`before ${call}`, `after ${call}`] as const),
    'before execute',
    'after execute',
  ],
  /** QuickBooks next to the COM host or the Web Connector, which goes on. */
  quickbooks: ['before execute', 'after execute'],
  /** The Web Connector's connection. Requests are lost before it, responses after it. */
  connection: connectorCalls.flatMap((call) => [`before ${call}`, `after ${call}`] as const),
  /** The receiver of an app's webhook. */
  receiver: ['dies before store', 'dies after store', 'hangs before store', 'hangs after store', 'responds with 500'],
  /** The database: it ends before a statement of the server, or after it and before its result. */
  database: [...writeSteps, ...webhookSteps].flatMap((step) => [`before ${step}`, `after ${step}`] as const),
} as const

export type KilledPart = keyof typeof points

/** A kill, the first time the part reaches the point. */
export interface Kill {
  readonly part: KilledPart
  readonly point: string
}

export type RealmKind = 'production' | 'sandbox'

/** The transports present during an attempt; with `closed`, QuickBooks is closed in the agent's session. */
export type Presence = 'agent' | 'connector' | 'both' | 'closed'

interface TransportsRow {
  /** The parts; a sandbox has only a server and its host, and other realms have no such host. */
  readonly parts: readonly KilledPart[]
  /** If there are several, each attempt has one. */
  readonly presences: readonly Presence[]
  /** Whether one realm in five is a sandbox. */
  readonly hasSandboxes: boolean
  /** Whether webhooks receive the changes of the company files, which are compared with the books. */
  readonly reportsChanges?: boolean
  /** How agents reach the company file: an emulator in their own process, or QuickBooks through COM, under Wine. */
  readonly desktops: 'simulated' | 'com'
}

const transportsRows = {
  agent: {
    parts: ['server', 'gateway', 'agent', 'sandbox host'],
    presences: ['agent'],
    hasSandboxes: true,
    desktops: 'simulated',
  },
  webhooks: {
    parts: ['server', 'gateway', 'agent', 'sandbox host', 'receiver', 'database'],
    presences: ['agent'],
    hasSandboxes: true,
    reportsChanges: true,
    desktops: 'simulated',
  },
  connector: {
    parts: ['server', 'gateway', 'connector', 'quickbooks', 'connection'],
    presences: ['connector'],
    hasSandboxes: false,
    desktops: 'simulated',
  },
  both: {
    parts: ['server', 'gateway', 'agent', 'connector', 'quickbooks', 'connection'],
    presences: ['agent', 'connector', 'both', 'closed'],
    hasSandboxes: false,
    desktops: 'simulated',
  },
  com: {
    parts: ['server', 'gateway', 'agent', 'host', 'quickbooks'],
    presences: ['agent'],
    hasSandboxes: false,
    desktops: 'com',
  },
} as const satisfies Record<string, TransportsRow>

/** The parts that only one kind of realm has. */
const partsOf: Readonly<Record<RealmKind, ReadonlySet<KilledPart>>> = {
  production: new Set(['gateway', 'agent', 'host', 'connector', 'quickbooks', 'connection']),
  sandbox: new Set(['sandbox host']),
}

/** What carries requests to the company files. */
export type Transports = keyof typeof transportsRows

/** Returns the transports' parts, and which are present. */
export function getTransports(transports: Transports): TransportsRow {
  return transportsRows[transports]
}

/** Returns a part's points. */
function getPoints(part: KilledPart, { hasSandboxes, reportsChanges }: TransportsRow): readonly string[] {
  const all: readonly string[] =
    part === 'server' && reportsChanges ? [...points.server, ...webhookPoints] : points[part]
  return hasSandboxes ? all : all.filter((point) => !point.includes('sandbox'))
}

/** Returns the points at which these transports' parts can be killed or fail, such as `gateway after mark sending`. */
export function listPoints(transports: Transports): string[] {
  const row = getTransports(transports)
  return row.parts.flatMap((part) => getPoints(part, row).map((point) => `${part} ${point}`))
}

export const operations = [
  'create customer',
  'update customer',
  'create invoice',
  'update invoice',
  'void invoice',
  'delete invoice',
] as const

/** One run's events, determined by its seed. */
export interface Schedule {
  readonly seed: number
  readonly realmKind: RealmKind
  readonly operations: readonly (typeof operations)[number][]
  readonly kills: readonly Kill[]
  /** Whether each call also reaches a second server, which considers the first one dead. */
  readonly hasSecondServer: boolean
  /** The transports present in the first attempt, the second and so on, then from the start. */
  readonly presence: readonly Presence[]
  /** Whether a second Web Connector has the same `.qwc` file and serves the same company file. */
  readonly hasSecondConnector: boolean
  /** The database's restore to an earlier time, if there is one. */
  readonly restore: Restore | undefined
}

/** A database backup, by the operations before which it is made and after which it is restored. */
interface Restore {
  readonly before: number
  readonly after: number
}

/**
 * Returns a seed's schedule: two to four operations and one to four kills. With simulated agents only, one seed in five
 * is for a sandbox realm, served by a sandbox host. One in four of the others has two servers working on the same call.
 * With a Web Connector, one in four has a second one; with both transports, they come and go. One in three restores the
 * database to an earlier time, except where webhooks receive changes.
 */
export function createSchedule(seed: number, transports: Transports = 'agent'): Schedule {
  const { next, below, pick } = createSeededRandom(seed)
  const row = getTransports(transports)
  const realmKind: RealmKind = row.hasSandboxes && next() < 0.2 ? 'sandbox' : 'production'
  const others = partsOf[realmKind === 'sandbox' ? 'production' : 'sandbox']
  const parts = row.parts.filter((part) => !others.has(part))
  const schedule = {
    seed,
    realmKind,
    operations: Array.from({ length: 2 + below(3) }, () => pick(operations)),
    kills: Array.from({ length: 1 + below(4) }, () => {
      const part = pick(parts)
      const point = pick(getPoints(part, row))
      return { part, point }
    }),
    hasSecondServer: realmKind === 'production' && next() < 0.25,
    presence:
      row.presences.length > 1 ? Array.from({ length: 2 + below(4) }, () => pick(row.presences)) : row.presences,
    hasSecondConnector: row.parts.includes('connector') && next() < 0.25,
  }
  // A database that went back lacks changes that its company file has.
  const hasRestore = !row.reportsChanges && next() < 1 / 3
  return { ...schedule, restore: hasRestore ? createRestore(schedule.operations.length, below) : undefined }
}

function createRestore(operationCount: number, below: (limit: number) => number): Restore {
  const before = below(operationCount)
  return { before, after: before + below(operationCount - before) }
}

/** Formats a schedule in one line. */
export function formatSchedule(schedule: Schedule): string {
  const { seed, realmKind, operations, kills, hasSecondServer, presence, hasSecondConnector, restore } = schedule
  const parts = [
    `seed ${seed}`,
    `${realmKind} realm`,
    ...(hasSecondServer ? ['two servers'] : []),
    ...(hasSecondConnector ? ['two Web Connectors'] : []),
    ...(presence.join() === 'agent' ? [] : [`transports ${presence.join(', ')}`]),
    ...(restore ? [`the backup before ${restore.before + 1} restored after ${restore.after + 1}`] : []),
  ]
  return `${parts.join(', ')}: ${operations.join(', ')}; killed: ${kills.map(({ part, point }) => `${part} ${point}`).join(', ')}`
}
