import { parseMessageSetResponse, QbxmlSyntaxError } from '@bridge/qbxml'
import { type FileProblem, getFileName, type OpenCompanyFile } from './company-file-proof.ts'
import type { ConnectorCredential } from './connector-credential.store.ts'

type KnownFile = Pick<ConnectorCredential, 'companyFilePath' | 'isClosed' | 'opensQuickBooks'>

/**
 * Returns the company file that `authenticate` names; empty for the open one.
 *
 * With a path, QuickBooks asks nothing of another open file, but opens a closed one. Without, it opens none, but asks in
 * whichever file is open.
 */
export function getNamedFile({ companyFilePath, isClosed, opensQuickBooks }: KnownFile): string {
  if (companyFilePath === null) return ''
  return opensQuickBooks || !isClosed ? companyFilePath : ''
}

/** Returns an open company file's path if it can be named later: a whole path on Windows. */
export function readPath(text: string): string | null {
  const path = text.trim()
  return /^(?:[A-Za-z]:\\|\\\\)[^\p{Cc}"*<>?|]{1,1000}$/u.test(path) ? path : null
}

/** Returns why a proved company file may not be used: it has another name, or QuickBooks was opened for it unasked. */
export function findNamedFileProblem(
  { strCompanyFileName, strHCPResponse }: OpenCompanyFile,
  credential: KnownFile,
): FileProblem | undefined {
  const { companyFilePath, opensQuickBooks } = credential
  const known = companyFilePath === null ? null : getFileName(companyFilePath)
  const opened = getFileName(strCompanyFileName)
  if (known !== null && known.toLowerCase() !== opened?.toLowerCase()) {
    const message = `Another company file is open in QuickBooks: ${opened ?? 'without a name'}. Open ${known}, which belongs to this connection. If it was renamed, add a new .qwc file (“New file for another PC” in the portal).`
    return { condition: 'another_file', hresult: '0x8004040A', message }
  }
  if (opensQuickBooks || getNamedFile(credential) === '' || !isAutomaticLogin(strHCPResponse)) return undefined
  const message =
    'QuickBooks was closed. Open it with the company file, or turn on “Open QuickBooks when needed” in the settings of the company file in the portal.'
  return { condition: 'quickbooks_closed', hresult: '0x80040416', message }
}

const limits = { maxCharacters: 1024 * 1024, maxElements: 10_000, maxAttributes: 10_000 }

/** Returns whether QuickBooks signed in automatically, because a program opened it. */
export function isAutomaticLogin(hcpResponse: string): boolean {
  try {
    return parseMessageSetResponse(hcpResponse, limits).responses.some(({ elements }) =>
      elements.some(
        ({ name, children }) =>
          name === 'HostRet' &&
          children.some((each) => each.name === 'IsAutomaticLogin' && each.text.trim() === 'true'),
      ),
    )
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return false
    throw error
  }
}
