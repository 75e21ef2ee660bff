import { child, childrenByName, childText } from './element.ts'
import type { MessageSetResponse } from './message-set.ts'

/** Returns a GUID in the form in which FileIDs are compared: lower case, without braces. */
export function normalizeGuid(guid: string): string {
  return guid.replace(/[{}\s]/g, '').toLowerCase()
}

/** Prints a UUID as QuickBooks writes GUIDs. */
export function formatGuid(uuid: string): string {
  return `{${uuid.toUpperCase()}}`
}

/** Returns a response's values for a field in a company's private data. */
export function readPrivateValues({ responses }: Pick<MessageSetResponse, 'responses'>, name: string): string[] {
  return responses
    .flatMap(({ elements }) => elements)
    .filter((element) => element.name === 'CompanyRet')
    .flatMap((company) => childrenByName(company, 'DataExtRet'))
    .filter((extension) => childText(extension, 'DataExtName') === name)
    .map((extension) => child(extension, 'DataExtValue')?.text ?? '')
}

/**
 * Returns the FileIDs stored by Web Connectors as a company's private data, normalized. QuickBooks returns them to a
 * `CompanyQueryRq` with the `.qwc` file's OwnerID.
 */
export function readFileIds(response: Pick<MessageSetResponse, 'responses'>): string[] {
  return readPrivateValues(response, 'FileID')
    .map(normalizeGuid)
    .filter((guid) => guid !== '')
}
