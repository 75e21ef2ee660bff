import { normalizeGuid, parseMessageSetResponse, QbxmlSyntaxError, readFileIds } from '@bridge/translation/qbxml'

/** The lowest version of qbXML that the service sends. */
const qbxmlMajorMin = 13

/** What the first `sendRequestXML` of a run tells about the open company file. */
export interface OpenCompanyFile {
  readonly strHCPResponse: string
  readonly strCompanyFileName: string
  readonly qbXMLMajorVers: string
}

/** A reason not to send anything to the open company file, and what to do at the PC. */
export interface FileProblem {
  readonly condition: 'another_file' | 'not_authorized'
  readonly hresult: string
  readonly message: string
}

/** Returns the name of the open company file without its folder, at most 200 characters. */
export function getFileName(path: string): string | null {
  return path.split(/[\\/]/).at(-1)?.trim().slice(0, 200) || null
}

/**
 * Returns why the open company file is not that of the credential, if it is not. The Web Connector stores the FileID of
 * its `.qwc` file in the company file, and its first query returns it.
 */
export function findFileProblem(opened: OpenCompanyFile, fileId: string): FileProblem | undefined {
  const name = getFileName(opened.strCompanyFileName) ?? 'without a name'
  if (!(Number(opened.qbXMLMajorVers) >= qbxmlMajorMin)) {
    const message = 'This version of QuickBooks is too old: the service needs QuickBooks 2014 or later (qbXML 13.0).'
    return { condition: 'not_authorized', hresult: '0x80040423', message }
  }
  const found = readStoredFileIds(opened.strHCPResponse)
  if (found.includes(normalizeGuid(fileId))) return undefined
  const message =
    found.length > 0
      ? `Another company file is open in QuickBooks: ${name}. Open the company file that belongs to this connection.`
      : `The open company file ${name} has no FileID of this connection. Open the company file that belongs to it, or add the .qwc file to the Web Connector again.`
  return { condition: 'another_file', hresult: '0x8004040A', message }
}

const limits = { charactersMax: 1024 * 1024, elementsMax: 10_000, attributesMax: 10_000 }

function readStoredFileIds(hcpResponse: string): string[] {
  try {
    return readFileIds(parseMessageSetResponse(hcpResponse, limits))
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return []
    throw error
  }
}
