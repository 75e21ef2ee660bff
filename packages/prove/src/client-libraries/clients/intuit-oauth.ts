import OAuthClient from 'intuit-oauth'
import type { Client, ClientLibrary, Integration } from '../library/client.ts'
import { readChanges, readRecord, readRecords } from './responses.ts'

export const intuitOAuth: ClientLibrary = {
  name: 'intuit-oauth',
  version: '4.2.5',
  language: 'JavaScript',
  address: 'Set `OAuthClient.authorizeEndpoint`, `tokenEndpoint`, `revokeEndpoint` and `environment.sandbox`.',
  limits: {
    pages: 'Sends what you give it: add `STARTPOSITION` to each query.',
    serviceFault: 'Its error has the status (`422`) as the code, and not the fault.',
  },
  connect,
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** Creates Intuit's OAuth client and a function signing in with it. */
export async function createOAuthClient({ baseUrl, clientId, clientSecret, redirectUri, consent }: Integration) {
  const oauth = new OAuthClient({ clientId, clientSecret, environment: 'sandbox', redirectUri })
  Object.assign(OAuthClient, {
    authorizeEndpoint: `${baseUrl}/oauth2/v1/authorize`,
    tokenEndpoint: `${baseUrl}/oauth2/v1/tokens`,
    revokeEndpoint: `${baseUrl}/oauth2/v1/revoke`,
  })
  Object.assign(OAuthClient.environment, { sandbox: `${baseUrl}/` })
  const signIn = async (): Promise<Tokens> => {
    const authorizeUrl = oauth.authorizeUri({ scope: [OAuthClient.scopes.Accounting as string], state: 'a state' })
    await oauth.createToken(await consent(authorizeUrl))
    return oauth.getToken() as unknown as Tokens
  }
  return { oauth, signIn }
}

/** Drives the library's `makeApiCall`, which sends any request with the token. */
function connect(integration: Integration): Client {
  const opened = createOAuthClient(integration)
  const call = async (path: string, body?: object): Promise<unknown> => {
    const { oauth } = await opened
    const response = await oauth.makeApiCall({
      url: `v3/company/${integration.realmId}${path}`,
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    } as Parameters<typeof oauth.makeApiCall>[0])
    return (response as unknown as { readonly json: unknown }).json
  }
  const post = async (entity: string, record: object, operation?: string) => {
    const parameter = operation === undefined ? '' : `?operation=${operation}`
    return readRecord(await call(`/${entity.toLowerCase()}${parameter}`, record), entity)
  }
  return {
    signIn: async () => void (await (await opened).signIn()),
    create: (entity, record) => post(entity, record),
    read: async (entity, id) => readRecord(await call(`/${entity.toLowerCase()}/${id}`), entity),
    sparseUpdate: (entity, record) => post(entity, { ...record, sparse: true }),
    fullUpdate: (entity, record) => post(entity, record),
    query: async (entity, field, value) => {
      const query = `select * from ${entity} where ${field} = '${value.replaceAll("'", "\\'")}'`
      return readRecords(await call(`/query?query=${encodeURIComponent(query)}`), entity)
    },
    batch: async (items) =>
      ((await call('/batch', { BatchItemRequest: items })) as { BatchItemResponse: readonly Record<string, unknown>[] })
        .BatchItemResponse,
    changes: async (entity, since) =>
      readChanges(await call(`/cdc?entities=${entity}&changedSince=${since.toISOString()}`), entity),
    void: (entity, record) => post(entity, record, 'void'),
    delete: (entity, record) => post(entity, record, 'delete'),
    report: async (name) => ((await call(`/reports/${name}`)) as { Header: Record<string, unknown> }).Header,
    fault: (error) => (error as { readonly code?: string }).code,
    serviceFault: (error) => (error as { readonly code?: string }).code,
    refresh: async () => void (await (await opened).oauth.refresh()),
    revoke: async () => void (await (await opened).oauth.revoke()),
  }
}
