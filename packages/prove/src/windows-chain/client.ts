import { promisify } from 'node:util'
import QuickBooks from 'node-quickbooks'
import type { Service } from './run-service.ts'

type Record = Readonly<globalThis.Record<string, unknown>>

/** An integration using node-quickbooks. */
export interface Client {
  /** Calls a node-quickbooks method. */
  call(method: string, ...parameters: readonly unknown[]): Promise<Record>
  /** Returns a `find…` method's first record. */
  find(method: string, entity: string): Promise<Record>
  /** Sends a request without node-quickbooks, which passes no `requestid` on; with a body it is a POST. */
  fetch(path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }>
}

/** Connects to a service's realm. */
export function connectClient({ baseUrl, realmId, accessToken }: Service): Client {
  Object.assign(QuickBooks, { V3_ENDPOINT_BASE_URL: `${baseUrl}/v3/company/` })
  const library = new QuickBooks('', '', accessToken, false, realmId, true, false, null, '2.0', '')
  const methods = library as unknown as globalThis.Record<string, (...parameters: unknown[]) => void>
  const call = async (method: string, ...parameters: readonly unknown[]): Promise<Record> => {
    const run = methods[method]
    if (run === undefined) throw new Error(`node-quickbooks has no method ${method}`)
    const send = promisify(run.bind(library)) as (...all: unknown[]) => Promise<Record>
    return await send(...parameters).catch((error: { readonly response?: { readonly data: unknown } }) => {
      throw new Error(`${method} failed: ${JSON.stringify(error.response?.data)}`, { cause: error })
    })
  }
  return {
    call,
    find: async (method, entity) => {
      const { QueryResponse } = (await call(method, {})) as { QueryResponse: globalThis.Record<string, Record[]> }
      const [first] = QueryResponse[entity] ?? []
      if (first === undefined) throw new Error(`There is no ${entity}.`)
      return first
    },
    fetch: async (path, body) => {
      const response = await fetch(`${baseUrl}/v3/company/${realmId}${path}`, {
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}
