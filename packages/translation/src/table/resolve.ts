import { type ElementNode, findMessageTable, getPlaces, type Node, type Place } from '@bridge/qbxml'
import type {
  FieldSpec,
  LineElements,
  LineKind,
  LineKindSpec,
  LinesSpec,
  Row,
  RowSpec,
  RowSpecs,
  Rows,
  ValueRow,
} from './row.ts'
import type { ValueType, WriteTraits } from './traits.ts'

/** A record's or line's elements in the messages that add, change and return it; undefined without such a message. */
export interface Contents {
  /** For errors: `CustomerRet`. */
  readonly name: string
  readonly add: readonly Node[] | undefined
  readonly mod: readonly Node[] | undefined
  readonly ret: readonly Node[] | undefined
  readonly isWritable: boolean
}

/** Returns a desktop object's elements in its requests and query responses. */
export function getContents(desktop: string, query: string, isWritable: boolean): Contents {
  return {
    isWritable,
    name: `${desktop}Ret`,
    add: findContent(findMessageTable(`${desktop}AddRq`)?.content, `${desktop}Add`),
    mod: findContent(findMessageTable(`${desktop}ModRq`)?.content, `${desktop}Mod`),
    ret: findContent(findMessageTable(`${query}QueryRs`)?.content, `${desktop}Ret`),
  }
}

function findContent(content: readonly Node[] | undefined, name: string): readonly Node[] | undefined {
  return content && getPlaces(content).get(name)?.node.content
}

/** Completes rows with their elements' types and lengths. Throws for an element missing from every message. */
export function resolveRows(specs: RowSpecs, contents: Contents): Rows {
  return Object.fromEntries(Object.entries(specs).map(([key, spec]) => [key, resolveRow(spec, contents)]))
}

function resolveRow(spec: RowSpec, contents: Contents): Row {
  switch (spec.kind) {
    case 'field':
      return resolveField(spec, contents)
    case 'lines':
      return { ...spec, kinds: spec.kinds.map((kind) => resolveLineKind(kind, spec, contents)) }
    default:
      return spec
  }
}

function resolveField(spec: FieldSpec, contents: Contents): ValueRow {
  const { access = 'readWrite', element, write = none, read = none, query = none } = spec
  if (access === 'customFields' || access === 'lines' || access === 'refused' || access === 'ignored') {
    throw new Error(`${contents.name}: ${element} cannot be ${access}`)
  }
  const written = find(contents.add, spec) ?? find(contents.mod, spec)
  const node = written ?? find(contents.ret, spec)
  if (node === undefined) throw new Error(`the message tables have no ${element} in ${contents.name}`)
  const type = spec.type ?? getType(node)
  const isWritten = contents.isWritable && access !== 'readOnly' && access !== 'repeatOnly'
  return {
    ...spec,
    kind: 'value',
    type,
    access,
    write: isWritten ? addLimits(write, written ?? node, type) : write,
    read,
    query,
  }
}

const none = Object.freeze({})

function find(
  content: readonly Node[] | undefined,
  { element, alternative, write }: FieldSpec,
): ElementNode | undefined {
  if (content === undefined) return undefined
  const { addElement, modElement, openingBalance } = write ?? {}
  for (const path of [element, addElement, modElement, openingBalance?.element, alternative]) {
    const node = path === undefined ? undefined : findNode(content, path)
    if (node !== undefined) return node
  }
  return undefined
}

function findNode(content: readonly Node[], path: string): ElementNode | undefined {
  let node: ElementNode | undefined
  for (const name of path.split('/')) {
    const places = getPlaces(node?.content ?? content)
    const place = places.get(name) ?? findRenamed(places, name)
    if (place === undefined) return undefined
    node = place.node
  }
  return node
}

/** Requests may spell a group differently from responses: `CashBackInfoRet` is `CashBackInfoAdd` in an Add. */
function findRenamed(places: ReadonlyMap<string, Place>, name: string): Place | undefined {
  const stem = name.replace(/Ret$/, '')
  return places.get(`${stem}Add`) ?? places.get(`${stem}Mod`)
}

function getType({ type, name, content }: ElementNode): ValueType {
  if (type !== undefined) return types[type]
  if (getPlaces(content).has('FullName')) return 'ref'
  throw new Error(`${name} contains elements and is no reference: its row has to state a type`)
}

const types: Readonly<Record<NonNullable<ElementNode['type']>, ValueType>> = {
  string: 'text',
  id: 'text',
  guid: 'text',
  choice: 'text',
  interval: 'text',
  amt: 'amount',
  price: 'price',
  quan: 'quantity',
  percent: 'percent',
  float: 'rate',
  int: 'integer',
  bool: 'bool',
  date: 'date',
  datetime: 'dateTime',
}

/** The maximum full name length where the message tables set none. */
const maxFullNameLength = 209

function addLimits(
  write: WriteTraits,
  { content, maxLength, minimum, maximum }: ElementNode,
  type: ValueType,
): WriteTraits {
  if (type === 'text' && maxLength !== undefined) return { max: maxLength, ...write }
  if (type === 'ref')
    return { maxNameLength: getPlaces(content).get('FullName')?.node.maxLength ?? maxFullNameLength, ...write }
  if (type === 'integer' && minimum !== undefined && maximum !== undefined)
    return { between: [minimum, maximum], ...write }
  return write
}

function resolveLineKind(kind: LineKindSpec | LineKind, lines: LinesSpec, contents: Contents): LineKind {
  const { ret, add, mod } = getLineElements(kind, lines)
  return {
    ...kind,
    rows: resolveRows(kind.rows, {
      isWritable: contents.isWritable,
      name: ret,
      add: findContent(contents.add, add),
      mod: findContent(contents.mod, mod),
      ret: findContent(contents.ret, ret),
    }),
  }
}

export function getLineElements(
  { element, isGroup }: Pick<LineKind, 'element' | 'isGroup'>,
  lines: Pick<LinesSpec, 'element' | 'group'>,
): LineElements {
  const stem = element ?? (isGroup ? lines.group : undefined) ?? lines.element
  return typeof stem === 'string' ? { ret: `${stem}Ret`, add: `${stem}Add`, mod: `${stem}Mod` } : stem
}

/** Group names in a request by their names in responses, where they differ. */
export type GroupNames = Readonly<Record<string, string>>

/** Returns the groups spelled differently in a request: `SalesOrPurchase` is `SalesOrPurchaseMod` in a Mod. */
export function getGroupNames(rows: Rows, content: readonly Node[] | undefined): GroupNames {
  const names: Record<string, string> = {}
  if (content === undefined) return names
  const places = getPlaces(content)
  for (const row of Object.values(rows)) {
    if (row.kind !== 'value') continue
    for (const path of [row.element, row.alternative]) {
      const [group = '', ...rest] = path?.split('/') ?? []
      const place = rest.length === 0 || places.has(group) ? undefined : findRenamed(places, group)
      if (place !== undefined) names[group] = place.node.name
    }
  }
  return names
}
