import type { FieldDescription } from '@bridge/translation'

/** Related fields, such as an address's or a line kind's. */
export interface FieldGroup {
  readonly title: string
  readonly fields: readonly FieldDescription[]
}

const recordTitle = 'Record'
const ignoredTitle = 'Accepted and ignored'

/** Groups an entity's fields: the record's own, its structures, its kinds of lines, and what is ignored. */
export function groupFields(fields: readonly FieldDescription[]): readonly FieldGroup[] {
  const titles = [...new Set(fields.map(getGroupTitle))].sort((a, b) => getRank(a) - getRank(b))
  return titles.map((title) => ({ title, fields: fields.filter((field) => getGroupTitle(field) === title) }))
}

function getGroupTitle({ path, lineKind, access }: FieldDescription): string {
  if (access === 'ignored') return ignoredTitle
  if (lineKind !== undefined) return `Line: ${lineKind}`
  const [structure = '', ...rest] = path.split('.')
  return rest.length === 0 ? recordTitle : structure
}

function getRank(title: string): number {
  return title === recordTitle ? 0 : title === ignoredTitle ? 2 : 1
}

/** Returns how QuickBooks Desktop differs from QuickBooks Online in this field, in two or three words. */
export function describeDifference({ access, reason, note }: FieldDescription): string | undefined {
  if (access === 'refused') return 'Not on Desktop'
  return reason !== undefined || note !== undefined ? 'Differs on Desktop' : undefined
}
