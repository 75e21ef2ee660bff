import { promisify } from 'node:util'
import QuickBooks from 'node-quickbooks'
import type { Client, ClientLibrary, Entity, Integration } from '../library/client.ts'
import { createOAuthClient } from './intuit-oauth.ts'
import { readChanges, readFaultCode, readRecord, readRecords } from './responses.ts'

export const nodeQuickBooks: ClientLibrary = {
  name: 'node-quickbooks',
  version: '2.0.50',
  language: 'JavaScript',
  address: 'Set `QuickBooks.V3_ENDPOINT_BASE_URL`, `TOKEN_URL` and `REVOKE_URL`.',
  limits: { signIn: 'The library only refreshes and revokes tokens. intuit-oauth signs in.' },
  connect,
}

/** Calls a library method by name. */
export type LibraryCall = (method: string, ...parameters: unknown[]) => Promise<unknown>

/** Returns whether the library has a method. */
export function hasMethod(method: string): boolean {
  return method in QuickBooks.prototype
}

/** Returns whether a reading method takes an ID: those for a single record, such as Preferences, do not. */
export function takesId(method: string): boolean {
  const methods = QuickBooks.prototype as unknown as Record<string, (...parameters: unknown[]) => void>
  return methods[method]?.length === 2
}

/** Wraps the library's callbacks in promises. Its tokens come from intuit-oauth, as in Intuit's samples. */
export function openNodeQuickBooks(integration: Integration): LibraryCall {
  const { baseUrl, clientId, clientSecret, realmId } = integration
  Object.assign(QuickBooks, {
    V3_ENDPOINT_BASE_URL: `${baseUrl}/v3/company/`,
    TOKEN_URL: `${baseUrl}/oauth2/v1/tokens`,
    REVOKE_URL: `${baseUrl}/oauth2/v1/revoke`,
  })
  let library: Promise<QuickBooks> | undefined
  const open = async () => {
    const { access_token, refresh_token } = await (await createOAuthClient(integration)).signIn()
    return new QuickBooks(clientId, clientSecret, access_token, false, realmId, true, false, null, '2.0', refresh_token)
  }
  return async (method, ...parameters) => {
    library ??= open()
    const opened = await library
    const run = (opened as unknown as Record<string, (...all: unknown[]) => void>)[method]
    if (run === undefined) throw new Error(`node-quickbooks has no method ${method}`)
    return (promisify(run.bind(opened)) as (...all: unknown[]) => Promise<unknown>)(...parameters)
  }
}

function connect(integration: Integration): Client {
  const call = openNodeQuickBooks(integration)
  const update = (entity: string, record: object) => call(`update${entity}`, record) as Promise<Entity>
  return {
    create: (entity, record) => call(`create${entity}`, record) as Promise<Entity>,
    read: (entity, id) => call(`get${entity}`, id) as Promise<Entity>,
    sparseUpdate: update,
    fullUpdate: (entity, record) => update(entity, { ...record, sparse: false }),
    query: async (entity, field, value) =>
      readRecords(await call(`find${entity}s`, [{ field, value, operator: '=' }]), entity),
    pages: async (entity, limit) => readRecords(await call(`find${entity}s`, { fetchAll: true, limit }), entity),
    batch: async (items) =>
      ((await call('batch', items)) as { BatchItemResponse: readonly Record<string, unknown>[] }).BatchItemResponse,
    changes: async (entity, since) => readChanges(await call('changeDataCapture', [entity], since), entity),
    void: async (entity, record) => readRecord(await call(`void${entity}`, record), entity),
    delete: async (entity, record) => readRecord(await call(`delete${entity}`, record), entity),
    report: async (name) => ((await call(`report${name}`, {})) as { Header: Record<string, unknown> }).Header,
    fault: readThrownCode,
    serviceFault: readThrownCode,
    refresh: async () => void (await call('refreshAccessToken')),
    revoke: async () => void (await call('revokeAccess', true)),
  }
}

function readThrownCode(error: unknown): string | undefined {
  return readFaultCode((error as { readonly response?: { readonly data?: unknown } }).response?.data)
}
