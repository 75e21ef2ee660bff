import type { Entity } from '../library/client.ts'

/** Bodies returned by libraries as received. */
export interface QueryBody {
  readonly QueryResponse: Readonly<Record<string, unknown>>
}

/** Returns one entity's records in a query's body. */
export function readRecords(body: unknown, entity: string): readonly Entity[] {
  return ((body as QueryBody).QueryResponse[entity] ?? []) as readonly Entity[]
}

/** Returns one entity's records in a body of changes. */
export function readChanges(body: unknown, entity: string): readonly Entity[] {
  const { CDCResponse } = body as { readonly CDCResponse: readonly { readonly QueryResponse: readonly unknown[] }[] }
  return CDCResponse.flatMap(({ QueryResponse }) =>
    QueryResponse.flatMap((each) => ((each as Record<string, unknown>)[entity] ?? []) as readonly Entity[]),
  )
}

/** Returns the first error code in a fault's body. */
export function readFaultCode(body: unknown): string | undefined {
  return (body as { readonly Fault?: { readonly Error: readonly { readonly code: string }[] } })?.Fault?.Error[0]?.code
}

/** Returns the record in a body such as `{"Invoice": {…}}`. */
export function readRecord(body: unknown, entity: string): Entity {
  return (body as Readonly<Record<string, Entity>>)[entity] as Entity
}
