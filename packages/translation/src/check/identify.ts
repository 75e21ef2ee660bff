import { isJsonObject, type JsonValue } from '../table/json.ts'

/** The identity sent in a body. Reading it is lenient, because requests are routed before they are checked. */
export interface Identity {
  readonly id: string | undefined
  readonly syncToken: string | undefined
  /** The body has a field `Line`. */
  readonly hasLine: boolean
  /** The body has `sparse: true`. */
  readonly sparse: boolean
}

/** Reads a body's identity; empty if the body is not an object. IDs and tokens may be numbers. */
export function identify(body: unknown): Identity {
  return isJsonObject(body)
    ? {
        id: token(body.Id),
        syncToken: token(body.SyncToken),
        hasLine: Object.hasOwn(body, 'Line'),
        sparse: body.sparse === true || body.sparse === 'true',
      }
    : { id: undefined, syncToken: undefined, hasLine: false, sparse: false }
}

function token(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
