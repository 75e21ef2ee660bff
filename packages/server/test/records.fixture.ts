import { expect } from 'vitest'
import { faultOf, type TestBridge } from './bridge.fixture.ts'

/** A record of an answer, or what a query answered. */
// biome-ignore lint/suspicious/noExplicitAny: tests walk into records that they then compare
type Found = any

/**
 * Works with the records of a realm through the REST interface. Everything has to succeed, but what is `refused`.
 *
 * @param bridge asked at each call, for tests start it before them: itself for the sandbox, or its `production`
 */
export function recordsOver(bridge: () => Pick<TestBridge, 'call'>) {
  const bodyOf = async (path: string, json?: unknown): Promise<Found> => {
    const answer = await bridge().call(path, json === undefined ? {} : { json })
    expect([answer.status, answer.body.Fault]).toEqual([200, undefined])
    return answer.body
  }
  const recordOf = async (path: string, json?: unknown): Promise<Found> => Object.values(await bodyOf(path, json))[0]

  const created = (entity: string, json: unknown): Promise<Found> => recordOf(`/${entity}`, json)
  const queried = async (query: string): Promise<Found> =>
    (await bodyOf(`/query?query=${encodeURIComponent(query)}`)).QueryResponse
  const foundBy = async (query: string): Promise<Found[]> =>
    Object.values(await queried(query)).find(Array.isArray) ?? []

  return {
    created,
    /** An update, with the token of the record. */
    changed: (entity: string, { Id, SyncToken }: Found, json: object) => created(entity, { Id, SyncToken, ...json }),
    removed: (entity: string, { Id, SyncToken }: Found) => recordOf(`/${entity}?operation=delete`, { Id, SyncToken }),
    read: (entity: string, id: string) => recordOf(`/${entity}/${id}`),
    /** The `QueryResponse`. */
    queried,
    /** The records of a `QueryResponse`. */
    foundBy,
    idsOf: async (query: string): Promise<string[]> => (await foundBy(query)).map(({ Id }) => Id),
    /** A reference to a new record. */
    refTo: async (entity: string, json: unknown): Promise<{ value: string }> => ({
      value: (await created(entity, json)).Id,
    }),
    refused: async (path: string, json: unknown) => faultOf(await bridge().call(path, { json })),
    /** The lines that the desktop has: a subtotal is only shown. */
    ownLines: (record: Found): Found[] => record.Line.filter(({ Id }: { Id?: string }) => Id !== undefined),
  }
}
