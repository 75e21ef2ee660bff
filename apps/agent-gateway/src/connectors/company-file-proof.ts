import { normalizeGuid, parseMessageSetResponse, QbxmlSyntaxError, readFileIds, readPrivateValues } from '@bridge/qbxml'

/** The lowest qbXML version the service sends. */
const qbxmlMajorMin = 13

/** What a run's first `sendRequestXML` says about the open company file. */
export interface OpenCompanyFile {
  readonly strHCPResponse: string
  readonly strCompanyFileName: string
  readonly qbXMLMajorVers: string
}

/** A reason not to send anything to the open company file, and what to do at the PC. */
export interface FileProblem {
  readonly condition: 'another_file' | 'quickbooks_closed' | 'quickbooks_error'
  readonly hresult: string
  readonly message: string
}

/** Returns the open company file's name without its folder, at most 200 characters. */
export function getFileName(path: string): string | null {
  return path.split(/[\\/]/).at(-1)?.trim().slice(0, 200) || null
}

/** A check's result: a problem, or the Web Connector's PC name if its file lock has one. */
export interface CheckedFile {
  readonly problem?: FileProblem
  readonly machine?: string | undefined
}

/**
 * Checks whether the open company file is the credential's. The Web Connector stores its `.qwc` file's FileID in the
 * company file, and its lock with the PC name; its first query returns both.
 */
export function checkOpenFile(opened: OpenCompanyFile, fileId: string): CheckedFile {
  const name = getFileName(opened.strCompanyFileName) ?? 'without a name'
  if (!(Number(opened.qbXMLMajorVers) >= qbxmlMajorMin)) {
    const message = 'This version of QuickBooks is too old: the service needs QuickBooks 2014 or later (qbXML 13.0).'
    return { problem: { condition: 'quickbooks_error', hresult: '0x80040423', message } }
  }
  const { fileIds, machine } = readStored(opened.strHCPResponse)
  if (fileIds.includes(normalizeGuid(fileId))) return { machine }
  const message =
    fileIds.length > 0
      ? `Another company file is open in QuickBooks: ${name}. Open the company file that belongs to this connection.`
      : `The open company file ${name} has no FileID of this connection. Open the company file that belongs to it, or add the .qwc file to the Web Connector again.`
  return { problem: { condition: 'another_file', hresult: '0x8004040A', message } }
}

const limits = { maxCharacters: 1024 * 1024, maxElements: 10_000, maxAttributes: 10_000 }

interface StoredByConnector {
  readonly fileIds: readonly string[]
  /** The name of the PC whose Web Connector now has the company file. */
  readonly machine: string | undefined
}

/** Reads the private data the Web Connector stored in the company file. */
function readStored(hcpResponse: string): StoredByConnector {
  try {
    const response = parseMessageSetResponse(hcpResponse, limits)
    const [, machine] = /^LOCKED:(.{1,63}):\d+$/.exec(readPrivateValues(response, 'AppLock')[0] ?? '') ?? []
    return { fileIds: readFileIds(response), machine }
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return { fileIds: [], machine: undefined }
    throw error
  }
}
