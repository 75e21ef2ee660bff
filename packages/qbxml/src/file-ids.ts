import { branch, child, childrenByName, childText, leaf } from './element.ts'
import type { MessageSetResponse } from './message-set.ts'
import { serializeMessageSet } from './serialize.ts'

/** Returns a GUID in the form in which FileIDs are compared: lower case, without braces. */
export function normalizeGuid(guid: string): string {
  return guid.replace(/[{}\s]/g, '').toLowerCase()
}

/** Prints a UUID as QuickBooks writes GUIDs. */
export function formatGuid(uuid: string): string {
  return `{${uuid.toUpperCase()}}`
}

/** Serializes the query for the FileIDs that Web Connectors with these OwnerIDs have stored in the open company file. */
export function serializeFileIdQuery(ownerIds: readonly string[]): string {
  const query = branch(
    'CompanyQueryRq',
    ownerIds.map((ownerId) => leaf('OwnerID', formatGuid(ownerId))),
  )
  return serializeMessageSet({ requests: [query], onError: 'stopOnError' })
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

/** Returns the normalized FileIDs in a response to the query. */
export function readFileIds(response: Pick<MessageSetResponse, 'responses'>): string[] {
  return readPrivateValues(response, 'FileID')
    .map(normalizeGuid)
    .filter((guid) => guid !== '')
}
