import { isJsonObject, type JsonValue } from '../table/json.ts'

/** Which record a body names; tolerant, for routing comes before checking. */
export interface Identity {
  readonly id: string | undefined
  readonly syncToken: string | undefined
  /** The body has a member `Line`. */
  readonly hasLine: boolean
  /** `sparse: true`. */
  readonly sparse: boolean
}

/** What a body says about itself; nothing where it is not an object. Ids and tokens may be numbers. */
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
