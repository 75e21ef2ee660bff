import type { Element } from '@bridge/qbxml'
import type { Fields, FieldValue } from './record.ts'

/** Aggregates that can repeat. */
const repeated = new Set([
  'ShipToAddress',
  'AdditionalContactRef',
  'PrefillAccountRef',
  'PriceLevelPerItem',
  'ItemGroupLine',
  'ItemInventoryAssemblyLine',
])

/** Returns an element's children as fields; an empty element becomes empty text. */
export function toFields(element: Element): Fields {
  const fields: Record<string, FieldValue> = {}
  for (const child of element.children) {
    const value = child.children.length > 0 ? toFields(child) : child.text
    if (!isRepeated(element, child.name)) fields[child.name] = value
    else if (typeof value !== 'string') fields[child.name] = [...getRows(fields, child.name), value as Fields]
  }
  return fields
}

function isRepeated(holder: Element, name: string): boolean {
  return repeated.has(name) || (name === 'ItemSalesTaxRef' && holder.name.startsWith('ItemSalesTaxGroup'))
}

/** Returns a repeated aggregate's rows. */
export function getRows(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name]
  return Array.isArray(value) ? value : []
}

/** Returns a field's text, or `undefined` if it is missing, empty or an aggregate. */
export function getText(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns an aggregate's fields; none if it is missing. */
export function getAggregate(fields: Fields, name: string): Fields {
  const value = fields[name]
  return isAggregate(value) ? value : {}
}

export function isAggregate(value: FieldValue | undefined): value is Fields {
  return value !== undefined && typeof value !== 'string' && !Array.isArray(value)
}

/** Returns a stored reference's ListID. */
export function getRefId(fields: Fields, name: string): string | undefined {
  return getText(getAggregate(fields, name), 'ListID')
}

/** Applies a change to fields: omitted fields stay, empty ones are cleared, aggregates are changed field by field. */
export function changeFields(current: Fields, change: Fields): Fields {
  const result: Record<string, FieldValue> = { ...current }
  for (const [name, value] of Object.entries(change)) {
    if (value === '') delete result[name]
    else if (typeof value === 'string' || Array.isArray(value) || name.endsWith('Ref')) result[name] = value
    else {
      const merged = changeFields(getAggregate(current, name), value as Fields)
      if (Object.keys(merged).length > 0) result[name] = merged
      else delete result[name]
    }
  }
  return result
}

/** Returns fields without the empty ones, as an Add stores them. */
export function withoutEmptyFields(fields: Fields): Fields {
  return changeFields({}, fields)
}
