import type { RealmId } from '@bridge/agent-protocol'
import type { ExplorerCall } from '../../lib/explorer-link.ts'
import type { EntityOperation } from './entity-tables.ts'

/** A call being edited. */
export interface DraftCall {
  readonly realmId: RealmId
  readonly method: string
  /** `/invoice/12` */
  readonly path: string
  /** Without a query's text and the `requestid` added by Send. */
  readonly query: string
  /** The body, or a query's text. */
  readonly text: string
}

/** A longer query goes into the body. */
const maxAddressCharacters = 1_500

export const defaultQuery = 'select * from Customer maxresults 10'

/** Returns a call for any company file. */
export function createDefaultDraft(realmId: RealmId): DraftCall {
  return { realmId, method: 'GET', path: '/query', query: 'explain=1', text: defaultQuery }
}

export function isQuery({ path }: Pick<DraftCall, 'path'>): boolean {
  return path.toLowerCase() === '/query'
}

/** Returns whether a call changes the company file. */
export function isWrite(draft: DraftCall): boolean {
  if (draft.method !== 'POST' || isQuery(draft)) return false
  return draft.path.toLowerCase() !== '/batch' || /"operation"\s*:/.test(draft.text)
}

/** Returns the call to send. A write has the request ID, unless its parameters have one. */
export function toCall(draft: DraftCall, requestId?: string): ExplorerCall {
  const { realmId, path, text } = draft
  if (isQuery(draft)) {
    const isShort = text.length <= maxAddressCharacters
    const parameters = new URLSearchParams(draft.query)
    parameters.delete('query')
    const rest = parameters.toString()
    const parameter = `query=${encodeURIComponent(text)}`
    return isShort
      ? { realmId, method: 'GET', path, query: rest === '' ? parameter : `${parameter}&${rest}`, body: '' }
      : { realmId, method: 'POST', path, query: rest, body: text }
  }
  const needsId = isWrite(draft) && requestId !== undefined && !new URLSearchParams(draft.query).has('requestid')
  const query = needsId ? `${draft.query === '' ? '' : `${draft.query}&`}requestid=${requestId}` : draft.query
  return { realmId, method: draft.method, path, query, body: draft.method === 'POST' ? text : '' }
}

/** Returns a draft call from an address or a sample. */
export function toDraft(call: ExplorerCall): DraftCall {
  const { realmId, method, path, query, body } = call
  if (!isQuery(call)) return { realmId, method, path, query, text: body }
  const parameters = new URLSearchParams(query)
  const text = parameters.get('query') ?? body
  parameters.delete('query')
  return { realmId, method: 'GET', path, query: parameters.toString(), text }
}

/** The entity in the path, as it is written there; undefined for a query and other resources. */
export function findEntityName({ path }: Pick<DraftCall, 'path'>): string | undefined {
  const [, name = ''] = path.split('/')
  return ['', 'query', 'batch', 'cdc', 'reports', 'entitlements'].includes(name.toLowerCase()) ? undefined : name
}

/** Returns what a call does. */
export function findOperation(draft: DraftCall): EntityOperation {
  if (isQuery(draft)) return 'query'
  if (draft.method === 'GET') return 'read'
  const parameters = new URLSearchParams(draft.query)
  const operation = parameters.get('operation')?.toLowerCase()
  if (operation === 'delete' || operation === 'void' || operation === 'update') return operation
  if (parameters.get('include')?.toLowerCase() === 'void') return 'void'
  return /"Id"\s*:\s*"[^"]/.test(draft.text) ? 'update' : 'create'
}
