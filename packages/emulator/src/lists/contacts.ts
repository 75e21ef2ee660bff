import { getRows, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'

/** The elements that are also contacts, with their labels on the form. */
const labels = [
  ['Phone', 'Main Phone'],
  ['AltPhone', 'Alt. Phone'],
  ['Fax', 'Fax'],
  ['Email', 'Main Email'],
  ['Cc', 'CC Email'],
] as const

const elements: ReadonlyMap<string, string> = new Map(
  labels.map(([element, label]): [string, string] => [label.toLowerCase(), element]),
)

/**
 * Returns a request's fields without contacts for which elements exist: `Main Phone` sets `Phone`, unless the request
 * has the element too. The other contacts replace the stored ones; those without a value are dropped.
 */
export function separateContacts(fields: Fields): Fields {
  if (fields.AdditionalContactRef === undefined) return fields
  const { AdditionalContactRef: _contacts, ...rest } = fields
  const ofElements: Record<string, string> = {}
  const others: Fields[] = []
  for (const contact of getRows(fields, 'AdditionalContactRef')) {
    const element = elements.get((getText(contact, 'ContactName') ?? '').toLowerCase())
    if (element !== undefined) ofElements[element] = getText(contact, 'ContactValue') ?? ''
    else if (getText(contact, 'ContactValue') !== undefined) others.push(contact)
  }
  return { ...ofElements, ...rest, AdditionalContactRef: others }
}

/** Returns all contacts of a record: first its elements' contacts, then the others in stored order. */
export function toContacts(fields: Fields): Fields {
  const ofElements = labels.flatMap(([element, label]) => {
    const value = getText(fields, element)
    return value === undefined ? [] : [{ ContactName: label, ContactValue: [...value].slice(0, 255).join('') }]
  })
  return { AdditionalContactRef: [...ofElements, ...getRows(fields, 'AdditionalContactRef')] }
}
