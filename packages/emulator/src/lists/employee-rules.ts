import { getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { separateContacts } from './contacts.ts'
import type { ListRules } from './kind-rules.ts'

const maxName = 41
const parts = ['FirstName', 'MiddleName', 'LastName'] as const

/**
 * Employees: the name is made from its parts. The social security number is masked unless the application has access to
 * personal data.
 */
export const employeeRules: ListRules = {
  requested(sent, current) {
    const fields = separateContacts(sent)
    if (parts.every((part) => fields[part] === undefined)) return fields
    const name = joinName({ ...current, ...fields })
    return { ...fields, Name: name }
  },
  defaults: (fields) => ({ PrintAs: getText(fields, 'Name') ?? '', EmployeeType: 'Regular' }),
  computed({ fields }, { switches }): Fields {
    const number = getText(fields, 'SSN')
    return number === undefined || switches.personalDataAccess ? {} : { SSN: `XXX-XX-${number.slice(-4)}` }
  },
}

function joinName(fields: Fields): string {
  const name = parts.flatMap((part) => getText(fields, part) ?? []).join(' ')
  return [...name].slice(0, maxName).join('').trim()
}
