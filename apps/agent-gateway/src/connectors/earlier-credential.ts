import { parseMessageSetResponse, QbxmlSyntaxError, readFileIds } from '@bridge/qbxml'
import { type FileProblem, getFileName } from './company-file-proof.ts'

/** A credential of the same realm whose company file was proved before. */
export interface EarlierCredential {
  readonly label: string
  readonly ownerId: string
  readonly fileId: string
  readonly isRevoked: boolean
}

const limits = { maxCharacters: 1024 * 1024, maxElements: 10_000, maxAttributes: 10_000 }

/** Returns the earlier credentials' FileIDs in a response to the query. */
export function readEarlierFileIds(response: string, earlier: readonly EarlierCredential[]): string[] {
  try {
    const found = readFileIds(parseMessageSetResponse(response, limits))
    return earlier.map(({ fileId }) => fileId).filter((fileId) => found.includes(fileId))
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return []
    throw error
  }
}

/**
 * Returns why a credential's first update may not use a company file: another PC of the realm uses a file without this
 * one's FileIDs. A revoked credential does not matter, so that a company file can be replaced.
 */
export function findEarlierProblem(
  path: string,
  fileIds: readonly string[],
  earlier: readonly EarlierCredential[],
): FileProblem | undefined {
  const used = earlier.find(({ isRevoked }) => !isRevoked)
  if (fileIds.length > 0 || used === undefined) return undefined
  const message = `The open company file ${getFileName(path) ?? 'without a name'} is not the one that the Web Connector “${used.label}” uses. Open that one. If this is its successor, such as a restored backup, revoke the credential “${used.label}” in the portal first.`
  return { condition: 'another_file', hresult: '0x8004040A', message }
}
