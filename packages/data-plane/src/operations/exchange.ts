import {
  type DesktopError,
  type ExchangeOutcome,
  findHresult,
  hasResponse,
  type Lost,
  type Responded,
} from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { MessageSet, QbxmlRequest, QbxmlResponse, Sliced, StreamedResponse } from '@bridge/qbxml'
import type { ExchangeOptions } from '../desktop/desktop.ts'
import { type CompanyExchangeOptions, type CompanyFile, getMaxResponseBytes } from './company-file.ts'

/**
 * Sends one request and returns its response, whatever its status.
 *
 * @throws Fault like {@link exchangeSet}
 */
export async function exchange(
  company: CompanyFile,
  request: QbxmlRequest,
  options: ExchangeOptions,
): Promise<QbxmlResponse> {
  const [response] = await exchangeSet(company, { requests: [request], onError: 'stopOnError' }, options)
  if (!response) throw noResponse(options)
  return response
}

/**
 * Sends a read's requests as one message set and returns a response to each, whatever its status. An error does
 * not stop the set.
 *
 * @throws Fault like {@link exchangeSet}
 */
export async function exchangeReads(
  company: CompanyFile,
  requests: readonly QbxmlRequest[],
): Promise<readonly QbxmlResponse[]> {
  const options: ExchangeOptions = { kind: 'read' }
  const responses = await exchangeSet(company, toReadSet(requests), options)
  if (responses.length < requests.length) throw noResponse(options)
  return responses
}

/**
 * Sends reads like {@link exchangeReads}, and uses their responses in slices, long ones element by element.
 *
 * @param use also gets the length of the message set's response
 * @throws Fault like {@link exchangeSet}, and what `use` throws
 */
export async function useReads<Result>(
  company: CompanyFile,
  requests: readonly QbxmlRequest[],
  use: (responses: readonly StreamedResponse[], characters: number) => Sliced<Result>,
  limits: Pick<ExchangeOptions, 'responseBytesMax'> = {},
): Promise<Result> {
  const options: ExchangeOptions = { kind: 'read', ...limits }
  const outcome = await company.read(toReadSet(requests), options, ({ responses }, characters) => {
    if (responses.length < requests.length) throw noResponse(options)
    return use(responses, characters)
  })
  return requireResponse(outcome, options).response
}

function toReadSet(requests: readonly QbxmlRequest[]): MessageSet {
  return { requests, onError: requests.length > 1 ? 'continueOnError' : 'stopOnError' }
}

/**
 * Sends one message set and returns the responses to its requests, whatever their status.
 *
 * @throws Fault `AGENT_OFFLINE`, `AGENT_BUSY`, `APP_NOT_OPEN`, `AGENT_EXECUTION_ERROR` or `AGENT_TIMEOUT` without a
 * response, `500` for a read's unusable one, `UNSUPPORTED_QUERY` for a read whose response is too large,
 * `REQUEST_OUTCOME_UNKNOWN` for a write's, and for a retry whose outcome cannot be confirmed
 */
export async function exchangeSet(
  company: CompanyFile,
  set: MessageSet,
  options: CompanyExchangeOptions,
): Promise<readonly QbxmlResponse[]> {
  return requireResponse(await company.exchange(set, options), options).response.responses
}

/** Returns the fault for a request without a response in the response to its message set. */
export function noResponse(options: ExchangeOptions): Fault {
  return createUnreadFault('QuickBooks Desktop returned no response to the request.', options)
}

/** Creates the fault for an unusable response: a write's may have been applied [dp-7.2:REQUEST_OUTCOME_UNKNOWN]. */
function createUnreadFault(reason: string, { kind }: ExchangeOptions, cause?: unknown): Fault {
  return kind === 'read'
    ? new Fault('500', reason, { cause })
    : new Fault('REQUEST_OUTCOME_UNKNOWN', `${reason} ${mayBeApplied}`, { cause })
}

const mayBeApplied = 'The write may have been applied: check before you send it again.'

/**
 * Returns an exchange with a response.
 *
 * @throws Fault for an exchange without one [dp-7.2:AGENT_TIMEOUT]
 */
function requireResponse<Response>(outcome: ExchangeOutcome<Response>, options: ExchangeOptions): Responded<Response> {
  if (hasResponse(outcome)) return outcome
  if (outcome.sent) {
    const { reason, cause } = outcome
    if (reason === 'unreadable') {
      throw createUnreadFault('The response of QuickBooks Desktop could not be read.', options, cause)
    }
    if (reason === 'too-large' && options.kind === 'read') throw tooLarge(options)
    // Repeating a write is up to its requestid, whatever the obstacle was.
    const delay = options.kind === 'read' ? getRepeatDelay(outcome.error) : {}
    throw new Fault('AGENT_TIMEOUT', lostDetail(options.kind, outcome), delay)
  }
  switch (outcome.reason) {
    case 'app-not-open':
      throw new Fault(
        'APP_NOT_OPEN',
        'The agent is connected, but QuickBooks Desktop is not open in its Windows session. Nothing was sent.',
        getRepeatDelay(outcome.error),
      )
    case 'execution-error':
      throw new Fault(
        'AGENT_EXECUTION_ERROR',
        `${describeError(outcome.error)} Nothing was applied. ${findHresult(outcome.error.hresult).integrator}`,
        getRepeatDelay(outcome.error),
      )
    case 'busy':
      throw new Fault('AGENT_BUSY', busyDetail(outcome.busySince), getDelay(outcome))
    default:
      throw new Fault(
        'AGENT_OFFLINE',
        outcome.retryAfterMs === undefined
          ? 'Neither an agent nor a QuickBooks Web Connector is connected for the company file. Nothing was sent to QuickBooks Desktop.'
          : 'The QuickBooks Web Connector did not ask for the request in time. Nothing was sent to QuickBooks Desktop.',
        getDelay(outcome),
      )
  }
}

function describeError({ hresult, message }: DesktopError): string {
  return `QuickBooks Desktop: ${message} (HRESULT ${hresult})`
}

/** Returns when what keeps QuickBooks from running requests may be over. */
function getRepeatDelay(error: DesktopError | undefined): { readonly retryAfterSeconds?: number } {
  const retryAfterSeconds = error && findHresult(error.hresult).retryAfterSeconds
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
}

/** Returns when the Web Connector polls next, if one serves the realm. */
function getDelay({ retryAfterMs }: { readonly retryAfterMs?: number | undefined }): {
  readonly retryAfterSeconds?: number
} {
  return retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }
}

function busyDetail(busySince: string | undefined): string {
  const since = busySince === undefined ? 'busy' : `busy since ${busySince.replace(/\.\d+Z$/, 'Z')}`
  return `QuickBooks Desktop is connected, and ${since} with other requests. Nothing of this one was sent.`
}

function tooLarge(options: ExchangeOptions): Fault {
  const mebibytes = getMaxResponseBytes(options) / 1024 ** 2
  return new Fault(
    'UNSUPPORTED_QUERY',
    `The response of QuickBooks Desktop is larger than ${mebibytes} MiB. ${askForLess}`,
  )
}

const askForLess = 'Ask for less: a shorter period, or only some customers, vendors, items or classes.'

const lostTexts: Readonly<Record<Lost['reason'], string>> = {
  unreadable: 'the response could not be read',
  timeout: 'no response arrived in time',
  connection: 'the connection was lost before the response arrived',
  'too-large': 'its response is larger than the service accepts',
}

function lostDetail(kind: ExchangeOptions['kind'], { reason, error }: Lost): string {
  const what = error === undefined ? lostTexts[reason] : `it returned an error: ${describeError(error)}`
  return kind === 'write'
    ? `The request was sent to QuickBooks Desktop, but ${what}. ${mayBeApplied}`
    : `The request was sent to QuickBooks Desktop, but ${what}. It only reads, so it can be sent again.`
}
