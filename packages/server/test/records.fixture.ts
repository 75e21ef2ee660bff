import { expect } from 'vitest'
import { getFault, type TestBridge } from './bridge.fixture.ts'

/** A response's record, or a query response. */
// biome-ignore lint/suspicious/noExplicitAny: tests access the fields of records that they compare
type Found = any

/**
 * Works with a realm's records through the API. Every call must succeed, except `refused`.
 *
 * @param bridge called for each request, because tests start the bridge in `beforeAll`
 */
export function openRecords(bridge: () => Pick<TestBridge, 'call'>) {
  const send = async (path: string, json?: unknown): Promise<Found> => {
    const response = await bridge().call(path, json === undefined ? {} : { json })
    expect([response.status, response.body.Fault]).toEqual([200, undefined])
    return response.body
  }
  const sendRecord = async (path: string, json?: unknown): Promise<Found> => Object.values(await send(path, json))[0]

  const created = (entity: string, json: unknown): Promise<Found> => sendRecord(`/${entity}`, json)
  const queried = async (query: string): Promise<Found> =>
    (await send(`/query?query=${encodeURIComponent(query)}`)).QueryResponse
  const foundBy = async (query: string): Promise<Found[]> =>
    Object.values(await queried(query)).find(Array.isArray) ?? []

  return {
    created,
    /** Updates a record with its current SyncToken. */
    changed: (entity: string, { Id, SyncToken }: Found, json: object) => created(entity, { Id, SyncToken, ...json }),
    removed: (entity: string, { Id, SyncToken }: Found) => sendRecord(`/${entity}?operation=delete`, { Id, SyncToken }),
    read: (entity: string, id: string) => sendRecord(`/${entity}/${id}`),
    /** The `QueryResponse`. */
    queried,
    /** A `QueryResponse`'s records. */
    foundBy,
    findIds: async (query: string): Promise<string[]> => (await foundBy(query)).map(({ Id }) => Id),
    /** A reference to a new record. */
    refTo: async (entity: string, json: unknown): Promise<{ value: string }> => ({
      value: (await created(entity, json)).Id,
    }),
    refused: async (path: string, json: unknown) => getFault(await bridge().call(path, { json })),
    /** Returns the desktop's lines, without the subtotal line. */
    ownLines: (record: Found): Found[] => record.Line.filter(({ Id }: { Id?: string }) => Id !== undefined),
  }
}
