import type { RealmId } from '@bridge/agent-protocol'
import type { Entity } from '../library/client.ts'

/** A company file as a plain HTTP client sees it: prepares a walk's records and checks what a library has done. */
export interface Books {
  create(entity: string, record: object): Promise<Entity>
  read(entity: string, id: string): Promise<Entity>
  /** @param conditions the query from `where` on */
  query(entity: string, conditions: string): Promise<readonly Entity[]>
  /** Returns the item responses in item order. */
  batch(items: readonly object[]): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** Opens a realm's company file with a token for it. */
export function openBooks(baseUrl: string, realmId: RealmId, token: string): Books {
  const send = async (path: string, record?: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${baseUrl}/v3/company/${realmId}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
      ...(record === undefined ? {} : { method: 'POST', body: JSON.stringify(record) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  return {
    create: async (entity, record) => (await send(`/${entity.toLowerCase()}`, record))[entity] as Entity,
    read: async (entity, id) => (await send(`/${entity.toLowerCase()}/${id}`))[entity] as Entity,
    query: async (entity, conditions) => {
      const query = encodeURIComponent(`select * from ${entity} ${conditions}`)
      const { QueryResponse } = await send(`/query?query=${query}`)
      return ((QueryResponse as Record<string, unknown>)[entity] ?? []) as readonly Entity[]
    },
    batch: async (items) =>
      (await send('/batch', { BatchItemRequest: items })).BatchItemResponse as readonly Record<string, unknown>[],
  }
}
