import { Quickbooks } from 'quickbooks-node-promise'
import type { Client, ClientLibrary, Entity, Integration } from '../library/client.ts'
import { readChanges, readFaultCode, readRecord, readRecords } from './responses.ts'

export const quickbooksNodePromise: ClientLibrary = {
  name: 'quickbooks-node-promise',
  version: '3.3.14',
  language: 'TypeScript',
  address: 'Set `Quickbooks.AUTHORIZATION_URL`, `TOKEN_URL`, `REVOKE_URL` and `V3_ENDPOINT_BASE_URL`.',
  limits: {},
  connect,
}

type Methods = Readonly<Record<string, (...parameters: unknown[]) => Promise<unknown>>>

/** Signs in with the library's own functions and calls its methods by entity name. */
function connect({ baseUrl, clientId, clientSecret, redirectUri, realmId, consent }: Integration): Client {
  Object.assign(Quickbooks, {
    AUTHORIZATION_URL: `${baseUrl}/oauth2/v1/authorize`,
    TOKEN_URL: `${baseUrl}/oauth2/v1/tokens/bearer`,
    REVOKE_URL: `${baseUrl}/oauth2/v1/revoke`,
    V3_ENDPOINT_BASE_URL: `${baseUrl}/v3/company/`,
  })
  const config = {
    appKey: clientId,
    appSecret: clientSecret,
    redirectUrl: redirectUri,
    scope: [Quickbooks.scopes.Accounting],
    autoRefresh: false,
    accessToken: '',
    refreshToken: '',
  }
  const library = new Quickbooks(config, realmId)
  const call = async (method: string, ...parameters: unknown[]): Promise<unknown> => {
    const run = (library as unknown as Methods)[method]
    if (run === undefined) throw new Error(`quickbooks-node-promise has no method ${method}`)
    return run(...parameters)
  }
  const write = async (verb: string, entity: string, record: object): Promise<Entity> =>
    readRecord(await call(`${verb}${entity}`, record), entity)
  return {
    signIn: async () => {
      const redirect = new URL(await consent(Quickbooks.authorizeUrl(config, 'a state')))
      await library.createToken(String(redirect.searchParams.get('code')))
    },
    create: (entity, record) => write('create', entity, record),
    read: async (entity, id) => readRecord(await call(`get${entity}`, id), entity),
    sparseUpdate: (entity, record) => write('update', entity, { ...record, sparse: true }),
    fullUpdate: (entity, record) => write('update', entity, record),
    query: async (entity, field, value) =>
      readRecords(await call(`find${entity}s`, [{ field, value, operator: '=' }]), entity),
    pages: async (entity, limit) => readRecords(await call(`find${entity}s`, { fetchAll: true, limit }), entity),
    batch: async (items) =>
      ((await call('batch', items)) as { BatchItemResponse: readonly Record<string, unknown>[] }).BatchItemResponse,
    changes: async (entity, since) => readChanges(await call('changeDataCapture', [entity], since), entity),
    void: (entity, record) => write('void', entity, record),
    delete: (entity, record) => write('delete', entity, record),
    report: async (name) => ((await call(`report${name}`, {})) as { Header: Record<string, unknown> }).Header,
    fault: readThrownCode,
    serviceFault: readThrownCode,
    refresh: async () => void (await library.refreshAccessToken()),
    revoke: async () => void (await library.revokeAccess(true)),
  }
}

function readThrownCode(error: unknown): string | undefined {
  return readFaultCode((error as { readonly errorResponse?: unknown }).errorResponse)
}
