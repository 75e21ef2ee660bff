import type { RecordDraft } from '../table/entity-table.ts'

const parts = ['Title', 'GivenName', 'MiddleName', 'FamilyName', 'Suffix']

/** Joins a new record's name from its parts if it has no `DisplayName`, as QBO does. */
export function nameFromParts({ operation, body, values }: RecordDraft): void {
  if (operation === 'update' || (values.has('DisplayName') && values.get('DisplayName') !== '')) return
  const name = parts
    .map((part) => body[part])
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '')
    .map((part) => part.trim())
    .join(' ')
  if (name !== '') values.set('DisplayName', name)
}
