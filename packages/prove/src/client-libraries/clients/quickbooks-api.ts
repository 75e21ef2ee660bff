import { ApiClient, AuthProvider, AuthScopes, Endpoints, Environment } from 'quickbooks-api'
import type { Client, ClientLibrary, Entity, Integration } from '../library/client.ts'
import { readFaultCode } from './responses.ts'

const readsOnly = 'The library only reads.'

export const quickbooksApi: ClientLibrary = {
  name: 'quickbooks-api',
  version: '0.6.2',
  language: 'TypeScript',
  address: 'Assign `UserAuth`, `TokenBearer`, `TokenRevoke` and `SandboxCompanyApi` of its exported `Endpoints`.',
  limits: {
    create: readsOnly,
    sparseUpdate: readsOnly,
    fullUpdate: readsOnly,
    batch: readsOnly,
    changes: 'Not in the library: `getUpdatedCustomers` and its like query by `MetaData.LastUpdatedTime`.',
    void: readsOnly,
    delete: readsOnly,
    report: 'Not in the library.',
    serviceFault: readsOnly,
  },
  notes: { query: 'The library does not encode conditions: encode values with `&`, `#` or `%` yourself.' },
  connect,
}

/** The library's services used in the walk, by entity. */
interface EntityApi {
  readonly getQueryBuilder: () => Promise<{ whereClauses: string[] }>
  readonly [method: string]: (...parameters: unknown[]) => Promise<unknown>
}

interface Page {
  readonly results: readonly Entity[]
  readonly hasNextPage: boolean
}

/** Signs in with the library's provider and reads with its services, which exist for nine entities. */
function connect({ baseUrl, clientId, clientSecret, redirectUri, realmId, consent }: Integration): Client {
  Object.assign(Endpoints, {
    UserAuth: `${baseUrl}/oauth2/v1/authorize`,
    TokenBearer: `${baseUrl}/oauth2/v1/tokens`,
    TokenRevoke: `${baseUrl}/oauth2/v1/revoke`,
    SandboxCompanyApi: `${baseUrl}/v3/company`,
  })
  const provider = new AuthProvider(clientId, clientSecret, redirectUri, [AuthScopes.Accounting])
  const library = new ApiClient(provider, Environment.Sandbox)
  const call = (entity: string, method: string, ...parameters: unknown[]) => {
    const service = (library as unknown as Record<string, EntityApi>)[`${entity.toLowerCase()}s`]
    const run = service?.[method]
    if (service === undefined || run === undefined) throw new Error(`quickbooks-api has no ${method} of ${entity}`)
    return run.apply(service, parameters)
  }
  return {
    signIn: async () => {
      const redirect = new URL(await consent(provider.generateAuthUrl().href))
      await provider.exchangeCode(String(redirect.searchParams.get('code')), realmId)
    },
    read: async (entity, id) => (await call(entity, `get${entity}ById`, id)) as Entity,
    query: async (entity, field, value) => {
      const builder = (await call(entity, 'getQueryBuilder')) as { whereClauses: string[] }
      builder.whereClauses.push(encodeURIComponent(`${field} = '${value.replaceAll("'", "\\'")}'`))
      return ((await call(entity, `raw${entity}Query`, builder)) as Page).results
    },
    pages: async (entity, maxResults) => {
      const records: Entity[] = []
      for (let page = 1; ; page += 1) {
        const { results, hasNextPage } = (await call(entity, `getAll${entity}s`, {
          searchOptions: { page, maxResults },
        })) as Page
        records.push(...results)
        if (!hasNextPage) return records
      }
    },
    fault: (error) => readFaultCode(JSON.parse(String((error as Error).message).replace(/^[^{]*/, ''))),
    refresh: async () => void (await provider.refresh()),
    revoke: async () => void (await provider.revoke()),
  }
}
