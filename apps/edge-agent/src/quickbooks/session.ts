import type { ComHost, ComWord } from './com-host.ts'

/** A failed COM call. */
export class ComError extends Error {
  override readonly name = 'ComError'
  readonly hresult: number

  constructor(hresult: number, text: string) {
    super(text)
    this.hresult = hresult
  }
}

/** Returns the failed call. Any other error is one of the agent itself. */
export function toComError(error: unknown): ComError {
  if (error instanceof ComError) return error
  return new ComError(0x80040402, error instanceof Error ? error.message : String(error))
}

/** HRESULTs the agent returns for conditions it finds itself, before it calls QuickBooks. */
export const foundHresults = {
  otherFile: 0x8004040a,
  notOpen: 0x80040416,
  noCompanyFile: 0x80040417,
  otherUser: 0x80070005,
  elevated: 0x80080005,
} as const

/** Enumeration values in the request processor's type library. */
const localQuickBooks = 1
const anyUserMode = 2
/** Always the same: QuickBooks asks its Admin again if an application's preferences change. */
const unattendedOptional = 2
const personalDataNotNeeded = 3

/** A session with QuickBooks, in which one company file is open. */
export interface Session {
  /** The company file's path. */
  readonly companyFile: string
  /** Returns the response to a message set. @throws {ComError} */
  process(messageSet: string): Promise<string>
  /** Returns the qbXML versions QuickBooks supports, such as `13.0`. @throws {ComError} */
  listVersions(): Promise<string[]>
  /** Ends the session and closes the connection. Never rejects. */
  end(): Promise<void>
}

interface SessionOptions {
  readonly host: ComHost
  /** The name QuickBooks shows, and by which it keeps permissions and the responses to message sets. */
  readonly applicationName: string
  /** The path to the file to use; by default the open file. */
  readonly path?: string | undefined
  /** Whether the file with this path may be used. */
  readonly accepts: (companyFile: string) => Promise<boolean>
}

/** Calls a host. @throws {ComError} */
export async function callHost(host: ComHost, word: ComWord, ...args: (string | number)[]): Promise<string> {
  const result = await host.request(word, ...args)
  if (result.ok) return result.text
  throw new ComError(result.hresult, result.text)
}

/**
 * Begins a session. A rejected file ends it before anything is sent to QuickBooks.
 *
 * @throws {ComError} for the failed call; the session is closed then
 */
export async function openSession({ host, applicationName, path = '', accepts }: SessionOptions): Promise<Session> {
  const call = (method: string, ...args: (string | number)[]) => callHost(host, 'call', method, ...args)
  const cleanups = [() => host.request('drop')]
  const end = async (): Promise<void> => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  }

  await callHost(host, 'new')
  try {
    await callHost(host, 'prefs', 'PutUnattendedModePref', unattendedOptional)
    await callHost(host, 'prefs', 'PutPersonalDataPref', personalDataNotNeeded)
    await call('OpenConnection2', '', applicationName, localQuickBooks)
    cleanups.push(() => host.request('call', 'CloseConnection'))
    const ticket = await call('BeginSession', path, anyUserMode)
    cleanups.push(() => host.request('call', 'EndSession', ticket))
    const companyFile = await call('GetCurrentCompanyFileName', ticket)
    if (companyFile === '') throw new ComError(foundHresults.noCompanyFile, 'No company file is open.')
    if (!(await accepts(companyFile))) throw new ComError(foundHresults.otherFile, 'Another company file is open.')
    return {
      companyFile,
      process: (messageSet) => call('ProcessRequest', ticket, messageSet),
      listVersions: async () => (await call('QBXMLVersionsForSession', ticket)).split('\n').map((each) => each.trim()),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}
