import type { FaultCode } from '@bridge/faults'
import type { Element } from '../qbxml/element.ts'
import type { CheckedValue, CheckedValues } from './checked.ts'
import { deepFreeze } from './deep-freeze.ts'
import type { JsonObject } from './json.ts'
import type { Rows } from './row.ts'

/** What clients can do with an entity. */
export type Operation = 'read' | 'query' | 'create' | 'update' | 'delete' | 'void'

/** One desktop object behind an entity; most entities have exactly one, a family (Item) has several. */
export interface Variant {
  /** The desktop's name: `ItemService` of `ItemServiceAdd`, `ItemServiceMod`, `ItemServiceRet`. */
  readonly desktop: string
  /** Stem of the query that finds it, where the members of a family have queries of their own. */
  readonly query?: string
  /** Operations of the entity that this object allows. */
  readonly can: readonly Operation[]
  readonly rows: Rows
  /** Groups of which QuickBooks stores one: a record keeps the one it was created with. */
  readonly oneOf?: readonly [string, string]
  /** Groups that an Add spells differently from what is read. */
  readonly addNames?: Readonly<Record<string, string>>
  /** Groups that a Mod spells differently from what is read. */
  readonly modNames?: Readonly<Record<string, string>>
  /** Refuses what rows cannot, and adds what follows from several fields; gets the body and the values of the rows. */
  readonly alsoCheck?: (draft: RecordDraft) => void
  /** Settles what is written, over what is stored (undefined on an Add). An update then needs the current record. */
  readonly beforeWrite?: (values: CheckedValues, current: Element | undefined) => CheckedValues
}

/** A body in the middle of being checked. */
export interface RecordDraft {
  readonly operation: 'create' | 'update'
  readonly body: JsonObject
  readonly values: Map<string, CheckedValue>
}

/** An entity: everything the machines need to know about it. */
export interface EntityTable {
  /** Canonical name, the key of answers: `Invoice`. */
  readonly name: string
  readonly kind: 'list' | 'transaction' | 'single'
  /** `create` and `update` absent: read-only. */
  readonly can: readonly Operation[]
  readonly variants: readonly Variant[]
  /** Which variant a new record is, from its body; throws a fault where there is none. */
  readonly variantOf?: (body: JsonObject) => Variant
  /** Stem of the query: `Customer` of `CustomerQueryRq`; a variant may have its own. */
  readonly query: string
  /** Only those records are of this entity that an element of this query's records refers to. */
  readonly referredBy?: { readonly query: string; readonly element: string }
  /** Lists of names that are asked along, since a reference to a name does not say in which list it stands. */
  readonly nameLists?: readonly string[]
  /** Read by a parameter instead of an id, and by a day as of which it holds: `/exchangerate?sourcecurrencycode=EUR&asofdate=…`. */
  readonly readBy?: {
    readonly parameter: string
    readonly key: string
    readonly asOf: { readonly parameter: string; readonly key: string }
  }
  /** The desktop pages through results (facts/qbxml.md, section 4.1). */
  readonly iterates: boolean
  /** Names have levels (`Parent:Child`). */
  readonly hierarchical: boolean
  /** The query knows `OwnerID`, so custom fields can be read. */
  readonly ownerId: boolean
  /** The query knows `IncludeLinkedTxns`. */
  readonly linkedTxns: boolean
  /** What the log of deletions calls its records: the objects' names without it; empty where a deletion cannot be told. */
  readonly deletedAs?: readonly string[]
  /** The fault for a write that QuickBooks answers without an error and without its record; 500 where it is not said. */
  readonly withoutRecord?: FaultCode
  /** The query answers other objects too, which are not records of this entity. */
  readonly mixed: boolean
}

type Needs = 'name' | 'variants'
type Options = Partial<Omit<EntityTable, Needs | 'kind'>>

type OneVariant = Omit<Variant, 'desktop'> & Options & { readonly desktop?: string }

/** A name list (`ListID`); its desktop object has the entity's name where the table does not say another. */
export function list(name: string, table: OneVariant): EntityTable {
  return ofOneVariant('list', name, table)
}

function ofOneVariant(
  kind: EntityTable['kind'],
  name: string,
  { desktop = name, can, rows, oneOf, addNames, modNames, alsoCheck, beforeWrite, ...options }: OneVariant,
): EntityTable {
  return entityTable(
    kind,
    name,
    [
      {
        desktop,
        can,
        rows,
        ...(oneOf && { oneOf }),
        ...(addNames && { addNames }),
        ...(modNames && { modNames }),
        ...(alsoCheck && { alsoCheck }),
        ...(beforeWrite && { beforeWrite }),
      },
    ],
    options,
  )
}

function entityTable(
  kind: EntityTable['kind'],
  name: string,
  variants: readonly Variant[],
  options: Options,
): EntityTable {
  return deepFreeze({
    name,
    kind,
    can: [...new Set(['read', 'query', ...variants.flatMap((variant) => variant.can)] as const)],
    variants,
    query: variants[0]?.desktop ?? name,
    iterates: false,
    hierarchical: false,
    ownerId: false,
    linkedTxns: false,
    mixed: false,
    ...options,
  })
}

/** A transaction (`TxnID`), with or without lines. */
export function transaction(name: string, table: OneVariant): EntityTable {
  return ofOneVariant('transaction', name, table)
}

/** A family: several desktop objects that clients see as one entity. */
export function variants(
  name: string,
  { kind = 'list', tables, ...options }: { kind?: 'list' | 'transaction'; tables: readonly Variant[] } & Options,
): EntityTable {
  return entityTable(kind, name, tables, options)
}

/** What a company file has exactly one of; read-only. */
export function single(name: string, desktop: string, rows: Rows): EntityTable {
  return entityTable('single', name, [{ desktop, can: [], rows }], {})
}
