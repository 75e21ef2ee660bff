import { faultScopes } from '@bridge/faults'
import { errorComponents } from '../responses/error-responses.ts'
import { faultSet } from '../responses/fault-sets.ts'
import {
  type DocumentedOperation,
  type DocumentedResponse,
  type JsonSchema,
  objectSchema,
  type Paths,
} from '../schemas/json-schema.ts'
import { batchOperation } from './batch-operation.ts'
import { changesOperation } from './changes-operation.ts'
import { entitlementsOperation } from './entitlements-operation.ts'
import { realmId } from './operation-parts.ts'
import { queryOperation } from './query-operation.ts'
import { readOperation, writeOperation } from './record-operations.ts'
import { reportOperation } from './report-operation.ts'
import { builtTables } from './tables.ts'

const base = '/v3/company/{realmId}'

/** Returns the data plane's paths: every supported entity, query, batch, changed data, reports and entitlements. */
export function dataPlanePaths(): Paths {
  const paths: Record<string, Record<string, DocumentedOperation>> = {
    [`${base}/query`]: { get: queryOperation('get'), post: queryOperation('post') },
    [`${base}/batch`]: { post: batchOperation() },
    [`${base}/cdc`]: { get: changesOperation() },
    [`${base}/reports/{reportName}`]: { get: reportOperation() },
    [`${base}/entitlements`]: { get: entitlementsOperation('readEntitlements', [realmId]) },
    '/entitlements': { get: entitlementsOperation('readEntitlementsOfToken', []) },
  }
  for (const table of builtTables()) {
    const path = `${base}/${table.name.toLowerCase()}`
    const isWritten = table.can.includes('create') || table.can.includes('update')
    paths[path] = {
      ...((table.kind === 'single' || table.readBy !== undefined) && { get: readOperation(table, false) }),
      ...(isWritten && { post: writeOperation(table) }),
    }
    if (table.readBy === undefined) paths[`${path}/{id}`] = { get: readOperation(table, true) }
  }
  return Object.fromEntries(Object.entries(paths).filter(([, methods]) => Object.keys(methods).length > 0))
}

/** Returns the data plane's fault responses. */
export function dataPlaneResponses(): Readonly<Record<string, DocumentedResponse>> {
  return Object.assign({}, ...faultScopes.map((scope) => errorComponents(faultSet(scope))))
}

/** A deletion's record: in the response to it, in a batch and in changed data. */
export const deletedRecord: JsonSchema = objectSchema(
  {
    Id: { type: 'string' },
    status: { const: 'Deleted' },
    domain: { const: 'QBO' },
    MetaData: objectSchema({ LastUpdatedTime: { type: 'string' } }),
  },
  ['Id', 'status'],
)

/** The record named in a deletion or a void. */
export const namedRecord: JsonSchema = {
  ...objectSchema({ Id: { type: 'string' }, SyncToken: { type: 'string' } }),
  description: 'The record to delete or void. Other fields are ignored.',
}
