import { child, childrenByName, childText } from './element.ts'
import type { MessageSetResponse } from './message-set.ts'

/** Returns a GUID in the form in which FileIDs are compared: lower case, without braces. */
export function normalizeGuid(guid: string): string {
  return guid.replace(/[{}\s]/g, '').toLowerCase()
}

/**
 * Returns the FileIDs that Web Connectors stored as private data of a company, normalized. QuickBooks returns them to a
 * `CompanyQueryRq` with the OwnerID of the `.qwc` file.
 */
export function readFileIds({ responses }: Pick<MessageSetResponse, 'responses'>): string[] {
  return responses
    .flatMap(({ elements }) => elements)
    .filter(({ name }) => name === 'CompanyRet')
    .flatMap((company) => childrenByName(company, 'DataExtRet'))
    .filter((extension) => childText(extension, 'DataExtName') === 'FileID')
    .map((extension) => normalizeGuid(child(extension, 'DataExtValue')?.text ?? ''))
    .filter((guid) => guid !== '')
}
