import { type Database, readSchemaState, type SchemaState } from '@bridge/database'
import type { Check } from './deployment.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { describeFailure } from './probe.ts'

/** The versions that the tests run with. */
const testedMajors = { from: 15, to: 18 }
/** Connections of a server, a gateway and a sandbox host in addition to the pool (docs/operations.md, Sizes). */
const otherConnections = 4 + 17 + 16

const grantAdvice = 'Run npm run migrate -- --service-role NAME as the role that owns the tables.'

/** The database: whether it accepts the server, has its schema, and gives it the rights that it needs. */
export const databaseCheck: Check = {
  title: 'Database',
  needs: ['DATABASE_URL'],
  async examine({ database, settings: { DATABASE_POOL_MAX: poolMax = 0 } }) {
    const state = await readSchemaState(database)
    if (state.kind === 'away' || state.kind === 'refused') return [problem(state.reason, adviseOnState(state))]
    const facts = await readFacts(database)
    const findings = [
      ...findUnfitServer(facts),
      ...findFewConnections(facts, poolMax),
      ...(state.kind === 'unmigrated'
        ? [problem(state.reason, 'npm run migrate -- --check says what it would do.')]
        : []),
      ...(state.kind === 'ready' ? await findMissingRights(database) : []),
      ...findPowerfulRole(facts),
    ]
    const fine = `PostgreSQL ${facts.version} has all migrations, and the role has its rights.`
    return findings.length > 0 ? findings : [ok(fine)]
  },
}

function adviseOnState(state: Exclude<SchemaState, { kind: 'ready' }>): string {
  if (state.kind === 'refused') return 'Correct DATABASE_URL, or the role in PostgreSQL.'
  const cause = state.cause instanceof Error ? ` ${describeFailure(state.cause)}.` : ''
  return `Check host, port and network of DATABASE_URL from this machine.${cause}`
}

interface ServerFacts {
  readonly version: string
  readonly encoding: string
  readonly maxConnections: number
  readonly ownsTables: boolean
}

async function readFacts(database: Database): Promise<ServerFacts> {
  const [facts] = await database.$queryRaw<ServerFacts[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
      current_setting('max_connections')::int AS "maxConnections",
      pg_has_role(datdba, 'USAGE') AS "ownsTables"
    FROM pg_database WHERE datname = current_database()`
  if (facts === undefined) throw new Error('PostgreSQL returned no row about its own database.')
  return facts
}

function findUnfitServer({ version, encoding }: ServerFacts): readonly Finding[] {
  const major = Number.parseInt(version, 10)
  const findings: Finding[] = []
  if (major < testedMajors.from)
    findings.push(
      problem(`PostgreSQL ${version} is too old.`, `Use version ${testedMajors.from} to ${testedMajors.to}.`),
    )
  if (major > testedMajors.to)
    findings.push(
      warning(
        `PostgreSQL ${version} is newer than the tested ones.`,
        `Versions ${testedMajors.from} to ${testedMajors.to} are tested.`,
      ),
    )
  if (encoding !== 'UTF8')
    findings.push(
      problem(`The database's encoding is ${encoding}.`, "Create it with ENCODING 'UTF8'; npm run migrate does so."),
    )
  return findings
}

function findFewConnections({ maxConnections }: ServerFacts, poolMax: number): readonly Finding[] {
  const needed = poolMax + otherConnections
  if (maxConnections >= needed) return []
  return [
    warning(
      `PostgreSQL accepts ${maxConnections} connections; one server, one gateway and one sandbox host open up to ${needed}.`,
      'Raise max_connections of PostgreSQL, or lower DATABASE_POOL_MAX.',
    ),
  ]
}

/** Rights that the service's role has on every table, but these. */
async function findMissingRights(database: Database): Promise<readonly Finding[]> {
  const missing = await database.$queryRaw<{ name: string; rights: string }[]>`
    SELECT relname AS name, string_agg(kind, ', ' ORDER BY kind) AS rights
    FROM pg_class CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS kind
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> '_prisma_migrations' AND NOT (relname = 'audit_event' AND kind IN ('UPDATE', 'DELETE'))
      AND NOT has_table_privilege(pg_class.oid, kind)
    GROUP BY relname ORDER BY relname`
  const [first] = missing
  if (first === undefined) return []
  const others = missing.length === 1 ? '' : `, and on ${missing.length - 1} other tables`
  return [problem(`The role may not ${first.rights} on ${first.name}${others}.`, grantAdvice)]
}

function findPowerfulRole({ ownsTables }: ServerFacts): readonly Finding[] {
  if (!ownsTables) return []
  return [
    warning(
      'The role of DATABASE_URL owns the database, so a server could change its schema and its audit log.',
      `Give servers, gateways and sandbox hosts a role that reads and changes rows only. ${grantAdvice}`,
    ),
  ]
}
