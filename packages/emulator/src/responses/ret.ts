import { branch, type Element, type ElementNode, leaf } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { getText, isAggregate } from '../books/fields.ts'
import type { CustomValue, Fields, FieldValue } from '../books/record.ts'
import { findReference } from '../books/references.ts'
import { flatten } from './ret-layout.ts'

/** The record parts a query requests. */
export interface RetOptions {
  /** The owners whose custom fields are included; upper case. */
  readonly ownerIds: readonly string[]
  /** The elements to return; all if empty. */
  readonly only: ReadonlySet<string>
}

/** Whether an element is requested. */
export function isIncluded(options: RetOptions, name: string): boolean {
  return options.only.size === 0 || options.only.has(name)
}

/** Returns a function computing fields when the first is needed, because a query may request only stored ones. */
export function computeOnce(compute: () => Fields | undefined): () => Fields {
  let computed: Fields | undefined
  return () => {
    computed ??= compute() ?? {}
    return computed
  }
}

/** Returns a field's elements in message table order. References get the current FullName. */
export function fieldElements(
  books: Books,
  node: ElementNode,
  value: FieldValue | undefined,
  ownFamily = '',
): readonly Element[] {
  if (value === undefined) return []
  if (typeof value === 'string') return [leaf(node.name, value)]
  if (Array.isArray(value)) return value.flatMap((row) => fieldElements(books, node, row, ownFamily))
  const fields = value as Fields
  const family = node.name === 'ParentRef' ? ownFamily : findReference(node.name)?.family
  if (family !== undefined) return referenceElements(books, node.name, family, getText(fields, 'ListID') ?? '')
  const children = flatten(node.content).flatMap((each) =>
    fieldElements(books, each, fields[each.name] ?? emptyIfRequired(node, each), ownFamily),
  )
  return children.every((child) => child.text === '' && child.children.length === 0)
    ? []
    : [branch(node.name, children)]
}

/** Returns empty text for an aggregate's required value: a client may send it empty, but a response needs it. */
function emptyIfRequired(aggregate: ElementNode, child: ElementNode): '' | undefined {
  return aggregate.content.includes(child) && !child.optional && child.type !== undefined ? '' : undefined
}

/** Returns a reference with the current FullName, or nothing if the record was deleted. */
export function referenceElements(books: Books, name: string, family: string, id: string): Element[] {
  const record = books.lists.byId(family, id)
  if (record === undefined) return []
  return [branch(name, [leaf('ListID', id), leaf('FullName', books.lists.fullName(record))])]
}

/** Returns the read-only block with an address's printed lines. */
export function addressBlock(name: string, address: FieldValue | undefined): Element[] {
  if (!isAggregate(address)) return []
  const text = (field: string) => getText(address, field)
  const town = [[text('City'), text('State')].filter(Boolean).join(', '), text('PostalCode')].filter(Boolean).join(' ')
  const lines = [text('Addr1'), text('Addr2'), text('Addr3'), text('Addr4'), text('Addr5'), town, text('Country')]
  const filled = lines.filter((line) => line !== undefined && line !== '').slice(0, 5)
  if (filled.length === 0) return []
  return [
    branch(
      name,
      filled.map((line, index) => leaf(`Addr${index + 1}`, [...(line ?? '')].slice(0, 41).join(''))),
    ),
  ]
}

/** Returns the requested owners' custom fields. */
export function customElements(custom: readonly CustomValue[], ownerIds: readonly string[]): Element[] {
  return custom
    .filter((each) => ownerIds.includes(each.ownerId))
    .map((each) =>
      branch('DataExtRet', [
        leaf('OwnerID', each.ownerId),
        leaf('DataExtName', each.name),
        leaf('DataExtType', each.type),
        leaf('DataExtValue', each.value),
      ]),
    )
}
