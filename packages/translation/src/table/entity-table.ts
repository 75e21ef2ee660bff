import type { FaultCode } from '@bridge/faults'
import type { Element, QbxmlRequest, QbxmlResponse, Sliced } from '@bridge/qbxml'
import type { CheckedValue, CheckedValues, Unchanged } from './checked-value.ts'
import { deepFreeze } from './deep-freeze.ts'
import type { JsonObject } from './json.ts'
import { type GroupNames, getContents, getGroupNames, resolveRows } from './resolve.ts'
import type { RowSpecs, Rows } from './row.ts'
import type { ReadContext } from './traits.ts'

export type Operation = 'read' | 'query' | 'create' | 'update' | 'delete' | 'void'

/** One desktop object behind an entity. Most entities have one; a family such as Item has several. */
interface VariantOf<RowsOfVariant> {
  /** The element stem: `ItemService` for `ItemServiceAdd`, `ItemServiceMod` and `ItemServiceRet`. */
  readonly desktop: string
  /** The query stem, if each variant in the family has its own. */
  readonly query?: string
  readonly can: readonly Operation[]
  readonly rows: RowsOfVariant
  /** Two alternative groups. A record keeps the one it was created with. */
  readonly oneOf?: readonly [string, string]
  /** Rejects invalid combinations and adds values derived from several fields. */
  readonly alsoCheck?: (draft: RecordDraft) => void
  /** Resolves the values to write. `current` is the stored record, undefined on create. */
  readonly beforeWrite?: (values: CheckedValues, current: Element | undefined) => CheckedValues
  /**
   * Returns whether `beforeWrite` needs the current record for an update with these values. By default, it always does.
   */
  readonly needsCurrent?: (values: CheckedValues) => boolean
}

export type VariantSpec = VariantOf<RowSpecs>

export interface Variant extends VariantOf<Rows> {
  /** Groups spelled differently in requests. */
  readonly groupNames: { readonly add: GroupNames; readonly mod: GroupNames }
}

/** A body being checked. */
export interface RecordDraft {
  readonly operation: 'create' | 'update'
  readonly body: JsonObject
  readonly values: Map<string, CheckedValue>
  /** Values an update may only repeat, compared once the current record is read. */
  readonly unchanged: Unchanged[]
}

/** A list read along with several entities and remembered between them. */
export interface RememberedList {
  /** Creates the queries needed for a read, given the memory in its context. */
  readonly createRequests: (context: ReadContext) => readonly QbxmlRequest[]
  /** Adds the responses to the memory, and the list to the read context. */
  readonly extend: (context: ReadContext, responses: readonly QbxmlResponse[]) => Sliced<ReadContext>
}

/** Queries sent with every read because the entity's records do not contain everything. */
export interface Companions {
  readonly remembered?: readonly RememberedList[]
  /** Queries never remembered. */
  readonly requests?: readonly QbxmlRequest[]
  /** Selects the entity's records from its query's responses. */
  readonly select?: (responses: readonly QbxmlResponse[]) => ((record: Element) => boolean) | undefined
  /** Adds the results to the read context. */
  readonly extend?: (context: ReadContext, responses: readonly QbxmlResponse[]) => ReadContext
}

/** A read by a parameter and a day instead of an ID: `/exchangerate?sourcecurrencycode=EUR&asofdate=…`. */
export interface ParameterRead {
  readonly parameter: string
  readonly key: string
  readonly asOf: { readonly parameter: string; readonly key: string }
}

/** An entity, with everything needed to check, read, write and query it. */
export interface EntityTable {
  /** The canonical name and response key: `Invoice`. */
  readonly name: string
  readonly kind: 'list' | 'transaction' | 'single'
  /** An entity without `create` and `update` is read-only. */
  readonly can: readonly Operation[]
  readonly variants: readonly Variant[]
  /** Chooses the desktop object for a new record in a family. Throws a fault if none fits. */
  readonly chooseDesktop?: (body: JsonObject) => string
  /** The query stem: `Customer` for `CustomerQueryRq`. */
  readonly query: string
  readonly companions?: Companions
  readonly readBy?: ParameterRead
  /** The query supports iterators. */
  readonly iterates: boolean
  /** Names have levels (`Parent:Child`). */
  readonly hierarchical: boolean
  /** The query supports `OwnerID`, so custom fields can be read. */
  readonly ownerId: boolean
  /** The query supports `IncludeLinkedTxns`. */
  readonly linkedTxns: boolean
  /** The names in QuickBooks' deletion log, by default those of the variants; empty if it has none. */
  readonly deletedAs?: readonly string[]
  /** The fault for a write confirmed without its record; `REQUEST_OUTCOME_UNKNOWN` by default. */
  readonly withoutRecord?: FaultCode
  /** A file without the feature (status 3250) has no records instead of failing. */
  readonly needsFeature?: true
  /** The query also returns objects belonging to other entities. */
  readonly mixed: boolean
}

type Options = Partial<Omit<EntityTable, 'name' | 'kind' | 'variants' | 'chooseDesktop'>>

type SingleVariant = Omit<VariantSpec, 'desktop' | 'query'> & Options & { readonly desktop?: string }

/** Creates a list (`ListID`). By default its desktop object is named like the entity. */
export function list(name: string, table: SingleVariant): EntityTable {
  return createSingleVariantTable('list', name, table)
}

/** Creates a transaction (`TxnID`), with or without lines. */
export function transaction(name: string, table: SingleVariant): EntityTable {
  return createSingleVariantTable('transaction', name, table)
}

function createSingleVariantTable(kind: EntityTable['kind'], name: string, table: SingleVariant): EntityTable {
  const { desktop = name, can, rows, oneOf, alsoCheck, beforeWrite, needsCurrent, ...options } = table
  const variant: VariantSpec = {
    desktop,
    can,
    rows,
    ...(oneOf && { oneOf }),
    ...(alsoCheck && { alsoCheck }),
    ...(beforeWrite && { beforeWrite }),
    ...(needsCurrent && { needsCurrent }),
  }
  return createTable({ kind, name, variants: [variant], options })
}

/** Creates a family: several desktop objects that clients see as one entity. */
export function family(
  name: string,
  {
    kind = 'list',
    variants,
    chooseVariant,
    ...options
  }: Options & {
    readonly kind?: 'list' | 'transaction'
    readonly variants: readonly VariantSpec[]
    readonly chooseVariant?: (body: JsonObject) => VariantSpec
  },
): EntityTable {
  return createTable({ kind, name, variants, options, ...(chooseVariant && { chooseVariant }) })
}

/** Creates a read-only entity with exactly one record per company file. */
export function single(
  name: string,
  desktop: string,
  rows: RowSpecs,
  options: Pick<Options, 'companions'> = {},
): EntityTable {
  return createTable({ kind: 'single', name, variants: [{ desktop, can: [], rows }], options })
}

interface TableSpec {
  readonly kind: EntityTable['kind']
  readonly name: string
  readonly variants: readonly VariantSpec[]
  readonly chooseVariant?: (body: JsonObject) => VariantSpec
  readonly options: Options
}

function createTable({ kind, name, variants: specs, chooseVariant, options }: TableSpec): EntityTable {
  const query = options.query ?? specs[0]?.desktop ?? name
  return deepFreeze({
    name,
    kind,
    can: [...new Set(['read', 'query', ...specs.flatMap(({ can }) => can)] as const)],
    variants: specs.map((spec) => resolveVariant(spec, query)),
    ...(chooseVariant && { chooseDesktop: (body) => chooseVariant(body).desktop }),
    iterates: false,
    hierarchical: false,
    ownerId: false,
    linkedTxns: false,
    mixed: false,
    ...options,
    query,
  } satisfies EntityTable)
}

/** Chooses the variant for a new record. Throws a fault if none fits. */
export function variantForBody({ variants, chooseDesktop }: EntityTable, body: JsonObject): Variant | undefined {
  if (chooseDesktop === undefined) return variants[0]
  const desktop = chooseDesktop(body)
  return variants.find((variant) => variant.desktop === desktop)
}

function resolveVariant(spec: VariantSpec, query: string): Variant {
  const isWritable = spec.can.includes('create') || spec.can.includes('update')
  const contents = getContents(spec.desktop, spec.query ?? query, isWritable)
  const rows = resolveRows(spec.rows, contents)
  const groupNames = { add: getGroupNames(rows, contents.add), mod: getGroupNames(rows, contents.mod) }
  return { ...spec, rows, groupNames }
}
