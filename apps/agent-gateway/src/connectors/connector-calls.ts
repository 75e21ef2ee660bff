import {
  type CallStage,
  type DesktopError,
  describeFailure,
  type FailedOutcome,
  findHresult,
} from '@bridge/agent-protocol'
import type { DesktopCondition } from '@bridge/database'
import { payloadCodec } from '@bridge/platform/exchange-socket/payload-codec'
import { serializeFileIdQuery, serializeMessageSet } from '@bridge/qbxml'
import type { Logger } from 'pino'
import { getRefusal } from '../sessions/desktop-condition.ts'
import { checkOpenFile, type FileProblem, getFileName } from './company-file-proof.ts'
import type { ConnectorCredential, CredentialStore } from './connector-credential.store.ts'
import type { ConnectorRegistry } from './connector-registry.ts'
import type { ConnectorRun } from './connector-run.ts'
import type { ConnectorSession } from './connector-session.ts'
import { findEarlierProblem, readEarlierFileIds } from './earlier-credential.ts'
import { findNamedFileProblem, getNamedFile, isAutomaticLogin, readPath } from './named-file.ts'
import type { OperationName, OperationParameters, OperationResult, SoapCall } from './soap/operations.ts'
import { serializeSoapResult } from './soap/serialize-result.ts'

interface CallsOptions {
  readonly registry: ConnectorRegistry
  readonly credentials: CredentialStore
  readonly logger: Logger
}

/** A run's operations; `authenticate` opens one. */
type RunOperation = Exclude<OperationName, 'authenticate'>

type Results = {
  readonly [Name in RunOperation]: (
    parameters: OperationParameters<Name>,
    signal: AbortSignal,
    released: AbortSignal | undefined,
  ) => Promise<OperationResult<Name>> | OperationResult<Name>
}

const serverVersion = '1.0'
const done = 100
/** A percentage below `done`: the Web Connector asks for another request. */
const goOn = 99
const failed = -1

const expired = 'The update took too long or another one began. The next update goes on.'

/** QuickBooks was closed, and may not sign in automatically. */
const noAutomaticLogin = '0X8004041D'

/** Whether a person must open QuickBooks, or the company file in it, after an update failed. */
function isClosedAfter(condition: DesktopCondition, { hresult }: DesktopError): boolean {
  return condition === 'quickbooks_closed' || condition === 'no_file' || hresult.toUpperCase() === noAutomaticLogin
}

/** A query costing QuickBooks nothing: a run ends cleanly only with a query's response. */
const idleQuery = serializeMessageSet({
  requests: [{ name: 'HostQueryRq', text: '', children: [] }],
  onError: 'stopOnError',
})

/**
 * The Web Connector's operations on this gateway's runs.
 *
 * The Web Connector drives a run: it asks for a request, sends its response, and goes on while the result is below 100.
 * `run.due` is what its next call must bring. Calls without work are held open until a request arrives. A run ends
 * cleanly only with the response to a query, so an idle run gets one.
 */
export class ConnectorCalls {
  readonly #registry: ConnectorRegistry
  readonly #credentials: CredentialStore
  readonly #logger: Logger
  readonly #results: Results = {
    serverVersion: () => serverVersion,
    clientVersion: () => '',
    sendRequestXML: (...args) => this.#sendRequest(...args),
    receiveResponseXML: (...args) => this.#receiveResponse(...args),
    connectionError: (parameters) => this.#connectionError(parameters),
    getLastError: ({ ticket }) => {
      const found = this.#registry.findRun(ticket)
      return found === undefined ? expired : (found.run.problem ?? 'No error.')
    },
    closeConnection: ({ ticket }) => {
      const found = this.#registry.findRun(ticket)
      if (found === undefined) return 'OK'
      this.#registry.endRun(found.session)
      return found.run.problem ?? 'OK'
    },
    getInteractiveURL: () => '',
    interactiveRejected: () => '',
    interactiveDone: () => '',
  }

  constructor({ registry, credentials, logger }: CallsOptions) {
    this.#registry = registry
    this.#credentials = credentials
    this.#logger = logger
  }

  /**
   * Runs a call and returns the SOAP response.
   *
   * @param signal aborted when the Web Connector is gone
   * @param released aborted when a call held open must get its response now
   */
  async run(call: SoapCall<RunOperation>, signal: AbortSignal, released?: AbortSignal): Promise<string> {
    return runCall(this.#results, call, signal, released)
  }

  /** Opens a run for a signed-in Web Connector, and returns `authenticate`'s result. */
  async open(credential: ConnectorCredential): Promise<OperationResult<'authenticate'>> {
    const opening = await this.#registry.open(credential)
    if (opening === 'busy') return ['', 'busy']
    return [opening.ticket, opening.hasWork ? getNamedFile(credential) : 'none']
  }

  /** Whether a run has this ticket, or had it until another Web Connector superseded it. */
  hasTicket(ticket: string): boolean {
    return this.#registry.hasTicket(ticket)
  }

  /** Returns the largest response due from a run, in text bytes; 0 for an unknown ticket. */
  getMaxResponseBytes(ticket: string): number {
    return this.#registry.findRun(ticket)?.session.responseBytesMax ?? 0
  }

  /** Reports a response larger than its request allows, and returns the SOAP response. */
  async refuseLargeResponse(ticket: string): Promise<string> {
    const found = this.#registry.findRun(ticket)
    if (found !== undefined && found.run.due === 'response') {
      found.run.due = 'nothing'
      if (await found.session.fail({ sent: true, lost: true, reason: 'too-large' })) {
        return serializeSoapResult('receiveResponseXML', goOn)
      }
      found.run.problem = 'The response of QuickBooks is larger than the service accepts.'
    }
    return serializeSoapResult('receiveResponseXML', failed)
  }

  async #sendRequest(
    { ticket, ...opened }: OperationParameters<'sendRequestXML'>,
    signal: AbortSignal,
    released: AbortSignal | undefined,
  ): Promise<string> {
    const found = this.#registry.findRun(ticket)
    if (found === undefined) return ''
    const { session, run } = found
    if (!run.isProved) {
      const { problem = findNamedFileProblem(opened, run.credential), machine } = checkOpenFile(
        opened,
        run.credential.fileId,
      )
      if (problem !== undefined) {
        this.#refuseFile(session, run, problem)
        return ''
      }
      run.machine = machine
      run.opened = opened
      if (run.earlier.length > 0) {
        run.due = 'file-response'
        return serializeFileIdQuery(run.earlier.map(({ ownerId }) => ownerId))
      }
      this.#acceptFile(session, run, [])
    }
    run.due = 'nothing'
    const job = await session.takeRequest(signal, released)
    if (job !== undefined) return payloadCodec.unpack(job.payload)
    if (session.run !== run) return ''
    run.due = 'idle-response'
    return idleQuery
  }

  async #receiveResponse(
    { ticket, response, hresult, message }: OperationParameters<'receiveResponseXML'>,
    signal: AbortSignal,
    released: AbortSignal | undefined,
  ): Promise<number> {
    const found = this.#registry.findRun(ticket)
    if (found === undefined) return failed
    const { session, run } = found
    const { due } = run
    run.due = 'nothing'
    if (due === 'nothing') {
      run.problem = 'The service expected no response.'
      return failed
    }
    const error = readError(hresult, message)
    if (due === 'file-response' && error === undefined) return this.#compareFile(session, run, response)
    if (due === 'response') {
      if (error !== undefined) await session.fail(getOutcome(error))
      else if (response.trim() !== '') await session.respond(response)
      else await session.fail({ sent: true, lost: true, reason: 'unreadable' })
    }
    if (error !== undefined && !isOfRequest(error)) {
      run.problem = formatProblem(error, 'inside')
      const { notice } = findHresult(error.hresult)
      if (notice !== undefined) session.storeCondition(getRefusal(error.hresult), null)
      return failed
    }
    if (due === 'idle-response' || !session.expectsWork) await session.waitForWork(signal, released)
    if (session.run !== run) return done
    run.calledAt = session.now()
    return session.isIdle ? done : goOn
  }

  #connectionError({ ticket, hresult, message }: OperationParameters<'connectionError'>): string {
    const found = this.#registry.findRun(ticket)
    if (found !== undefined) {
      const { session, run } = found
      const error = readError(hresult, message) ?? {
        hresult: '0x80040408',
        message: 'QuickBooks could not be reached.',
      }
      this.#logger.info({ realmId: session.realmId, ...error }, 'a Web Connector could not open the company file')
      this.#refuse(session, run, getRefusal(error.hresult), error)
      run.problem = formatProblem(error, 'before')
      this.#registry.endRun(session)
    }
    return 'done'
  }

  /** Compares the company files of a new credential and of earlier ones. */
  #compareFile(session: ConnectorSession, run: ConnectorRun, response: string): number {
    const fileIds = readEarlierFileIds(response, run.earlier)
    const problem = findEarlierProblem(run.opened.strCompanyFileName, fileIds, run.earlier)
    if (problem === undefined) this.#acceptFile(session, run, fileIds)
    else this.#refuseFile(session, run, problem)
    return problem === undefined ? goOn : failed
  }

  #acceptFile(session: ConnectorSession, run: ConnectorRun, otherFileIds: readonly string[]): void {
    const { credential, machine, opened } = run
    run.isProved = true
    session.storeCondition('ready', getFileName(opened.strCompanyFileName))
    this.#recordOpenFile(session, credential, {
      companyFilePath: readPath(opened.strCompanyFileName) ?? credential.companyFilePath,
      isClosed: isAutomaticLogin(opened.strHCPResponse),
    })
    if (!credential.isProved) {
      const recorded = this.#credentials.recordProof(credential, otherFileIds)
      session.journal.runInBackground('record the company file of a Web Connector', recorded)
    }
    if (machine !== undefined) {
      const recorded = this.#credentials.recordMachine(credential, machine)
      session.journal.runInBackground('record the PC of a Web Connector', recorded)
    }
  }

  #refuseFile(session: ConnectorSession, run: ConnectorRun, { condition, ...error }: FileProblem): void {
    this.#refuse(session, run, condition, error)
  }

  #recordOpenFile(
    session: ConnectorSession,
    credential: ConnectorCredential,
    found: Partial<Pick<ConnectorCredential, 'companyFilePath' | 'isClosed'>>,
  ): void {
    const { companyFilePath, isClosed } = { ...credential, ...found }
    if (companyFilePath === credential.companyFilePath && isClosed === credential.isClosed) return
    const recorded = this.#credentials.recordOpenFile(credential, found)
    session.journal.runInBackground('record where a company file is', recorded)
  }

  /** Ends the run with a text for its user, as a failed update. */
  #refuse(session: ConnectorSession, run: ConnectorRun, condition: DesktopCondition, error: DesktopError): void {
    run.problem = error.message
    session.storeCondition(condition, null)
    this.#recordOpenFile(session, run.credential, { isClosed: isClosedAfter(condition, error) })
    session.refuseWaiting(error)
  }
}

/** Returns the outcome of a request for which QuickBooks returned an error. */
function getOutcome(error: DesktopError): FailedOutcome {
  return findHresult(error.hresult).ran === 'no'
    ? { sent: false, reason: 'execution-error', error }
    : { sent: true, lost: true, reason: 'connection', error }
}

/** Whether only this request failed, so QuickBooks can run others in the same session. */
function isOfRequest({ hresult }: DesktopError): boolean {
  const { ran, notice } = findHresult(hresult)
  return ran === 'no' && notice === undefined
}

/** Returns what the Web Connector shows its user: what to do, and what QuickBooks returned. */
function formatProblem(error: DesktopError, stage: CallStage): string {
  return `${describeFailure(error, stage)} QuickBooks: ${error.message} (${error.hresult})`
}

async function runCall<Name extends RunOperation>(
  results: Results,
  call: SoapCall<Name>,
  signal: AbortSignal,
  released: AbortSignal | undefined,
): Promise<string> {
  return serializeSoapResult(call.operation, await results[call.operation](call.parameters, signal, released))
}

const maxHresultLength = 32
const maxMessageLength = 1_000

/** Returns the error a call names; undefined for an absent, empty or blank HRESULT. */
function readError(hresult: string, message: string): DesktopError | undefined {
  const code = hresult.trim().slice(0, maxHresultLength)
  if (code === '') return undefined
  return { hresult: code, message: message.trim().slice(0, maxMessageLength) || 'QuickBooks gave no reason.' }
}
