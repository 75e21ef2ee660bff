import { Fault } from '@bridge/faults'
import type { CheckedCustomField } from '../table/checked.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import { checkText, isBlank } from './check-value.ts'

const valueMembers = ['StringValue', 'NumberValue', 'DateValue', 'BooleanValue']
const members = new Set(['DefinitionId', 'Name', 'Type', ...valueMembers])

/**
 * Checks a body's custom fields. An entry without a value is skipped; a blank value clears the field. Throws 2010
 * (wrong form, or a repeated name), UNMAPPED_FIELD, and CUSTOM_FIELD_UNKNOWN for an entry with only a DefinitionId:
 * QuickBooks identifies custom fields by name.
 */
export function checkCustomFields(value: JsonValue, path: string): CheckedCustomField[] {
  if (isBlank(value)) return []
  if (!Array.isArray(value)) throw new Fault('2010', `${path} must be an array.`, shown(path))
  const fields = value.flatMap((entry, index) => checkEntry(entry, `${path}[${index}]`) ?? [])
  const names = new Set<string>()
  for (const { name, path: at } of fields) {
    if (names.has(name.toLowerCase()))
      throw new Fault('2010', `The custom field ${name} appears twice in ${path}.`, shown(`${at}.Name`))
    names.add(name.toLowerCase())
  }
  return fields
}

function shown(element: string): { readonly element: string } {
  return { element }
}

function checkEntry(entry: JsonValue, path: string): CheckedCustomField | undefined {
  if (!isJsonObject(entry)) throw new Fault('2010', `${path} must be an object with Name and a value.`, shown(path))
  for (const member of Object.keys(entry)) {
    if (!members.has(member)) {
      const known = [...members].join(', ')
      throw new Fault('UNMAPPED_FIELD', `${path}.${member} does not exist. A custom field has ${known}.`, {
        element: `${path}.${member}`,
      })
    }
  }
  const sent = valueMembers.filter((member) => entry[member] !== undefined)
  const member = sent.find((each) => !isBlank(entry[each])) ?? sent[0]
  if (member === undefined) return undefined
  const value = entry[member]
  const text = isBlank(value) ? '' : scalarText(value)
  if (text === undefined)
    throw new Fault('2010', `${path}.${member} must be a string, a number or a boolean.`, shown(`${path}.${member}`))
  if (isBlank(entry.Name)) {
    if (text === '') return undefined
    throw new Fault(
      'CUSTOM_FIELD_UNKNOWN',
      `${path}.Name is required, since QuickBooks Desktop identifies a custom field by its name.`,
      shown(`${path}.Name`),
    )
  }
  return { name: checkText(entry.Name, `${path}.Name`).trim(), value: checkText(text, `${path}.${member}`), path }
}
