import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EntityField } from './entity-tables.ts'

/** A record for references. */
export interface ReferencedRecord {
  readonly id: string
  readonly name: string
}

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

/** The editor parses long bodies in the background; a completion needs the syntax tree up to the cursor. */
const maxParseMs = 1_000

interface Source {
  readonly fields: () => Promise<readonly EntityField[]>
  /** Loads an entity's records from the company file. */
  readonly records: (entity: string) => Promise<readonly ReferencedRecord[]>
}

/** Completes a body's fields and values from its entity's table. */
export function createJsonCompletion({ fields, records }: Source) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const tree = ensureSyntaxTree(context.state, context.pos, maxParseMs) ?? syntaxTree(context.state)
    const node = tree.resolveInner(context.pos, -1)
    const read = (each: SyntaxNode) => context.state.sliceDoc(each.from, each.to)
    const place = findPlace(node, read)
    if (place === undefined || (!context.explicit && node.name !== 'PropertyName' && node.name !== 'String'))
      return null
    const table = await fields()
    if (place.kind === 'name') {
      const isTyped = node.name === 'PropertyName' || node.name === 'String' || node.name === '⚠'
      const from = isTyped ? node.from : context.pos
      const isNew = place.value === undefined
      return {
        from,
        to: isTyped ? node.to : context.pos,
        options: completeNames(table, place.path, isNew),
        validFor: /^"?\w*"?$/,
      }
    }
    const options = await completeValues(table, place.path, records)
    const isTyped = node.name === 'String' || node.name === 'True' || node.name === 'False'
    return options.length === 0
      ? null
      : {
          from: isTyped ? node.from : context.pos,
          to: isTyped ? node.to : context.pos,
          options,
          validFor: /^"?[^"]*"?$/,
        }
  }
}

type Place =
  | { readonly kind: 'name'; readonly path: string; readonly value: SyntaxNode | undefined }
  | { readonly kind: 'value'; readonly path: string }

type Read = (node: SyntaxNode) => string

function findPlace(node: SyntaxNode, read: Read): Place | undefined {
  if (node.name === 'PropertyName') {
    const property = node.parent
    const value = property?.lastChild
    return {
      kind: 'name',
      path: getPath(property?.parent ?? null, read),
      value: value?.name === 'PropertyName' ? undefined : (value ?? undefined),
    }
  }
  const holder = node.name === '⚠' ? node.parent : node
  if (holder?.name === 'Object' || holder?.name === '{') {
    return { kind: 'name', path: getPath(holder.name === '{' ? holder.parent : holder, read), value: undefined }
  }
  const property = holder?.name === 'Property' ? holder : holder?.parent
  if (property?.name !== 'Property') return undefined
  return { kind: 'value', path: getPath(property, read) }
}

/** Returns a node's path without array positions: `Line.SalesItemLineDetail`. */
function getPath(node: SyntaxNode | null, read: Read): string {
  const names: string[] = []
  for (let each = node; each; each = each.parent) {
    const name = each.name === 'Property' ? each.getChild('PropertyName') : null
    if (name) names.unshift(read(name).replaceAll('"', ''))
  }
  return names.join('.')
}

/** Returns the writable fields below a path. */
export function completeNames(fields: readonly EntityField[], path: string, isNew: boolean): Completion[] {
  const prefix = path === '' ? '' : `${path}.`
  const reference = fields.find((field) => field.path === path && field.type === 'ref')
  if (reference)
    return ['value', 'name'].map((name) => ({ label: `"${name}"`, type: 'property', apply: `"${name}": ""` }))
  const options = new Map<string, Completion>()
  for (const field of fields) {
    if (!field.path.startsWith(prefix) || field.access === 'read-only' || field.access === 'refused') continue
    const [name = '', ...rest] = field.path.slice(prefix.length).split('.')
    if (name === '' || (options.has(name) && rest.length > 0)) continue
    options.set(name, toCompletion(name, rest.length === 0 ? field : undefined, isNew))
  }
  return [...options.values()]
}

function toCompletion(name: string, field: EntityField | undefined, isNew: boolean): Completion {
  const detail = field ? describe(field) : 'object'
  return {
    label: `"${name}"`,
    type: 'property',
    detail,
    apply: isNew ? `"${name}": ${getEmptyValue(field)}` : `"${name}"`,
    ...(field?.required && { boost: 10 }),
  }
}

function describe({ type, max, required, lineKind }: EntityField): string {
  return [required ? 'required' : '', type, max === undefined ? '' : `up to ${max}`, lineKind ?? '']
    .filter(Boolean)
    .join(', ')
}

function getEmptyValue(field: EntityField | undefined): string {
  switch (field?.type) {
    case undefined:
      return '{}'
    case 'ref':
      return '{ "value": "" }'
    case 'lines':
      return '[]'
    case 'bool':
      return 'true'
    case 'amount':
    case 'integer':
    case 'quantity':
    case 'price':
      return '0'
    default:
      return '""'
  }
}

async function completeValues(
  fields: readonly EntityField[],
  path: string,
  records: Source['records'],
): Promise<Completion[]> {
  if (path.endsWith('.DetailType')) {
    const kinds = new Set(fields.flatMap(({ lineKind }) => lineKind ?? []))
    return [...kinds].map((kind) => ({ label: `"${kind}"`, type: 'enum' }))
  }
  const entity = /\.value$/.test(path) ? findReferencedEntity(path) : undefined
  if (entity !== undefined) {
    return (await records(entity)).map(({ id, name }) => ({
      label: `"${id}"`,
      displayLabel: name,
      detail: id,
      type: 'constant',
    }))
  }
  const field = fields.find((each) => each.path === path)
  if (field?.type === 'bool') return ['true', 'false'].map((label) => ({ label, type: 'keyword' }))
  return (field?.values ?? []).map((value) => ({ label: `"${value}"`, type: 'enum' }))
}

const referenced: readonly (readonly [RegExp, string])[] = [
  [/Account/, 'Account'],
  [/Customer$/, 'Customer'],
  [/(Vendor|Entity)$/, 'Vendor'],
  [/Employee$/, 'Employee'],
  [/Item$/, 'Item'],
  [/Class$/, 'Class'],
  [/Term$/, 'Term'],
  [/PaymentMethod$/, 'PaymentMethod'],
  [/TaxCode$/, 'TaxCode'],
]

const endOfReference = 'Ref.value'

/** Returns a reference's entity: `Customer` for `CustomerRef.value`. */
export function findReferencedEntity(path: string): string | undefined {
  if (!path.endsWith(endOfReference)) return undefined
  const name = path.slice(0, -endOfReference.length).split('.').at(-1) ?? ''
  return referenced.find(([pattern]) => pattern.test(name))?.[1]
}
