import { departmentsFromClasses, type EntityTable, type Operation, registry, reports } from '@bridge/translation'
import type { Attack } from '../run/attack.ts'
import type { Reply } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'
import { withoutToken } from './credentials.ts'
import { hasStatus, hiddenAttacks } from './hidden-attacks.ts'

/** A data plane operation, below `/v3/company/{realmId}`. */
interface DataPlaneCall extends AttackRequest {
  readonly name: string
}

const record = { Id: '1', SyncToken: '0' }

const entityCalls: Readonly<Record<Operation, (entity: string, path: string) => DataPlaneCall>> = {
  read: (entity, path) => ({ name: `read ${entity}`, method: 'GET', path: `${path}/1` }),
  query: (entity) => ({ name: `query ${entity}`, method: 'GET', path: `/query?query=select%20*%20from%20${entity}` }),
  create: (entity, path) => post(`create ${entity}`, path, {}),
  update: (entity, path) => post(`update ${entity}`, path, record),
  delete: (entity, path) => post(`delete ${entity}`, `${path}?operation=delete`, record),
  void: (entity, path) => post(`void ${entity}`, `${path}?operation=void`, record),
}

function post(name: string, path: string, json: object): DataPlaneCall {
  return { name, method: 'POST', path, body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
}

function callsOfEntity({ name, can }: Pick<EntityTable, 'name' | 'can'>): DataPlaneCall[] {
  return can.map((operation) => entityCalls[operation](name, `/${name.toLowerCase()}`))
}

const everyOperation = Object.keys(entityCalls) as Operation[]

/** Every entity operation, every report, and the operations on several records. */
const calls: readonly DataPlaneCall[] = [
  ...Object.entries(departmentsFromClasses(registry)).flatMap(([name, found]) =>
    callsOfEntity(found.kind === 'built' ? found.table : { name, can: everyOperation }),
  ),
  ...reports.map(({ name }) => ({ name: `report ${name}`, method: 'GET', path: `/reports/${name}` })),
  post('batch', '/batch', { BatchItemRequest: [{ bId: '1', Query: 'select * from Customer' }] }),
  { name: 'query by POST', method: 'POST', path: '/query', body: 'select * from Customer' },
  { name: 'changes', method: 'GET', path: '/cdc?entities=Customer&changedSince=2026-01-01' },
  { name: 'entitlements', method: 'GET', path: '/entitlements' },
  { name: 'an unknown path', method: 'GET', path: '/nothing/1/2' },
  { name: 'HEAD', method: 'HEAD', path: '/customer/1' },
  { name: 'PUT', method: 'PUT', path: '/customer/1', body: '{}' },
  { name: 'DELETE', method: 'DELETE', path: '/customer/1' },
]

const realms = { 'a sandbox': 'sandboxId', 'a company file': 'realmId' } as const

function below(
  realmId: string | undefined,
  { path, headers, ...call }: DataPlaneCall,
  more: Readonly<Record<string, string>>,
) {
  return { ...call, path: `/v3/company/${realmId}${path}`, headers: { ...headers, ...more } }
}

/** Company file × credential × operation. */
export const dataPlaneMatrix: readonly Attack[] = calls.flatMap((call) =>
  withoutToken.flatMap(({ name, toHeaders }) =>
    Object.entries(realms).flatMap(([realm, id]) =>
      hiddenAttacks({
        name: `${call.name} of ${realm} with ${name}`,
        toRequest: (ids, target) => below(ids[id], call, toHeaders(target)),
        isDenied: hasStatus(401, 403),
      }),
    ),
  ),
)

/** Each operation with the right token: only the credentials are denied in the matrix. */
export const ownCalls: readonly Attack<Reply>[] = calls.map((call) => ({
  name: `${call.name} of the own sandbox`,
  attempt: ({ send, attacker }) =>
    send(below(attacker.sandboxId, call, { authorization: `Bearer ${attacker.tokens.sandbox}` })),
  holds: ({ status }) => status !== 401 && status !== 403 && status < 500,
}))
