import { QbxmlSyntaxError } from '@bridge/qbxml'
import type { Application } from './application.ts'
import { parseXml } from './parse-xml.ts'
import type { ProcessorError, ProcessorResult, QuickBooks, QuickBooksSession } from './quickbooks.ts'
import { CallError, type ServiceCalls } from './service-calls.ts'
import type { UpdateEnd, UpdateResult } from './update-result.ts'

/** The pause before the Web Connector asks again for work, in milliseconds. */
const noWorkPauseMs = 5_000

export interface UpdateOptions {
  readonly application: Application
  readonly password: string
  readonly quickBooks: Pick<QuickBooks, 'beginSession'>
  readonly calls: ServiceCalls
  readonly version: string
  readonly pause: (ms: number) => Promise<void>
  readonly acceptsWarning: (text: string) => boolean
  readonly closesWithoutWork: boolean
  /** Called before each message set is handed to QuickBooks. */
  readonly onMessageSet: () => void
}

type Ended = Omit<UpdateResult, 'calls' | 'messageSets'>

/**
 * Runs one update: the calls in docs/quickbooks/web-connector.md in their order, with a QuickBooks session between
 * `authenticate` and `closeConnection`. Throws `CallError` and `KilledError`.
 */
export async function runUpdate(options: UpdateOptions): Promise<Ended> {
  const { application, password, calls, closesWithoutWork } = options
  await orMissing(calls.text('serverVersion', {}))
  const refused = await checkVersion(options)
  if (refused !== undefined) return refused
  const result = await calls.texts('authenticate', { strUserName: application.userName, strPassword: password })
  if (result.length < 2) throw new CallError('authenticate', 'Index was outside the bounds of the array.')
  const [ticket = '', company = '', postponed, minimum] = result
  const times = { postponedSeconds: toSeconds(postponed), intervalSecondsMin: toSeconds(minimum) }
  const refusal = refusals.get(company.toLowerCase())
  if (refusal !== undefined || times.postponedSeconds !== undefined) {
    if (closesWithoutWork) await calls.text('closeConnection', { ticket })
    return { ...(refusal ?? postponement), ...times }
  }
  return { ...times, ...(await runWithSession(options, ticket, company)) }
}

/** Skips an operation the service lacks. */
async function orMissing(call: Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}

async function checkVersion({ calls, version, acceptsWarning }: UpdateOptions): Promise<Ended | undefined> {
  const text = (await orMissing(calls.text('clientVersion', { strVersion: version }))) ?? ''
  const isRefused = /^[EO]:/.test(text) || (text.startsWith('W:') && !acceptsWarning(text.slice(2)))
  return isRefused ? { end: 'version-refused', status: text.slice(2) } : undefined
}

const refusals: ReadonlyMap<string, { readonly end: UpdateEnd; readonly status: string }> = new Map([
  ['none', { end: 'no-work', status: 'No data exchange required' }],
  ['nvu', { end: 'invalid-user', status: 'The user name or password is not valid' }],
  ['busy', { end: 'busy', status: 'Application Busy' }],
])
const postponement = { end: 'postponed', status: 'Update postponed by application' } as const

function toSeconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+\s*$/.test(text) ? Number(text) : undefined
}

async function runWithSession(options: UpdateOptions, ticket: string, company: string): Promise<Ended> {
  const { calls } = options
  const session = await beginSession(options, ticket, company)
  if (session === undefined) {
    await calls.text('closeConnection', { ticket })
    return { end: 'no-session', status: 'QuickBooks or its company file is not available' }
  }
  let ended: Ended
  try {
    ended = await exchange(options, ticket, session)
  } catch (error) {
    if (error instanceof CallError) await session.end()
    else session.drop()
    throw error
  }
  await session.end()
  const status = await calls.text('closeConnection', { ticket })
  return ended.status === '' ? { ...ended, status: status ?? '' } : ended
}

/** Opens a session with each company file named by the service until it is done. */
async function beginSession(
  { application, quickBooks, calls }: UpdateOptions,
  ticket: string,
  company: string,
): Promise<QuickBooksSession | undefined> {
  let path = company
  for (;;) {
    const opened = await quickBooks.beginSession(application, path)
    if (!isError(opened)) return opened
    const next = await calls.text('connectionError', { ticket, ...opened })
    if (next === undefined || next.toLowerCase() === 'done') return undefined
    path = next
  }
}

function isError(result: QuickBooksSession | ProcessorResult): result is ProcessorError {
  return 'hresult' in result
}

/** Exchanges message sets until the service has no more. */
async function exchange(
  { calls, pause, onMessageSet }: UpdateOptions,
  ticket: string,
  session: QuickBooksSession,
): Promise<Ended> {
  const [qbXMLMajorVers, qbXMLMinorVers] = session.qbxmlVersion
  const environment = {
    ticket,
    strCompanyFileName: session.companyFile,
    qbXMLCountry: session.country,
    qbXMLMajorVers,
    qbXMLMinorVers,
  }
  let strHCPResponse = session.hcpResponse
  for (;;) {
    const messageSet = (await calls.text('sendRequestXML', { ...environment, strHCPResponse })) ?? ''
    strHCPResponse = ''
    if (messageSet === '' || messageSet === noOperation) {
      const reason = (await calls.text('getLastError', { ticket })) ?? ''
      if (reason !== noOperation) return failed(reason)
      await pause(noWorkPauseMs)
      continue
    }
    if (!isWellFormed(messageSet)) throw new CallError('sendRequestXML', 'The request is not well-formed XML.')
    onMessageSet()
    const result = await session.process(messageSet)
    const percent = await calls.integer('receiveResponseXML', { ticket, ...toReceived(result) })
    if (percent < 0) return failed((await calls.text('getLastError', { ticket })) ?? '')
    if (percent >= 100) return { end: 'done', status: '' }
  }
}

const noOperation = 'NoOp'

function failed(status: string): Ended {
  return { end: 'failed', code: 'QBWC1031', status }
}

function toReceived(result: ProcessorResult) {
  return isError(result) ? { response: '', ...result } : { ...result, hresult: '', message: '' }
}

/** Returns whether a text is XML, without which QuickBooks does not receive it. */
function isWellFormed(messageSet: string): boolean {
  try {
    parseXml(messageSet)
    return true
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return false
    throw error
  }
}
