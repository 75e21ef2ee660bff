import { type ExchangeOutcome, hasResponse, type Lost, type Responded } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { MessageSet, MessageSetResponse, QbxmlRequest, QbxmlResponse } from '@bridge/qbxml'
import type { ExchangeOptions } from '../../desktop/desktop.ts'
import { type CompanyFile, getResponseBytesMax } from './company-file.ts'

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
 * Sends the requests of a read as one message set and returns a response to each, whatever its status. An error does
 * not stop the set.
 *
 * @throws Fault like {@link exchangeSet}
 */
export async function exchangeReads(
  company: CompanyFile,
  requests: readonly QbxmlRequest[],
  limits: Pick<ExchangeOptions, 'responseBytesMax'> = {},
): Promise<readonly QbxmlResponse[]> {
  return (await exchangeReadsMeasured(company, requests, limits)).responses
}

/**
 * Exchanges reads like {@link exchangeReads}, and returns also the length of the response to the message set.
 *
 * @throws Fault like {@link exchangeSet}
 */
export async function exchangeReadsMeasured(
  company: CompanyFile,
  requests: readonly QbxmlRequest[],
  limits: Pick<ExchangeOptions, 'responseBytesMax'> = {},
): Promise<{ readonly responses: readonly QbxmlResponse[]; readonly characters: number }> {
  const options: ExchangeOptions = { kind: 'read', ...limits }
  const onError = requests.length > 1 ? 'continueOnError' : 'stopOnError'
  const { response, characters = 0 } = requireResponse(
    company,
    await company.exchange({ requests, onError }, options),
    options,
  )
  if (response.responses.length < requests.length) throw noResponse(options)
  return { responses: response.responses, characters }
}

/**
 * Sends one message set and returns the responses to its requests, whatever their status.
 *
 * @throws Fault `AGENT_OFFLINE`, `AGENT_BUSY`, `APP_NOT_OPEN`, `AGENT_EXECUTION_ERROR` or `AGENT_TIMEOUT` without a response, `500`
 * for one that cannot be parsed, `UNSUPPORTED_QUERY` for a read whose response is too large, `REQUEST_OUTCOME_UNKNOWN` for a retry whose outcome cannot be confirmed
 */
export async function exchangeSet(
  company: CompanyFile,
  set: MessageSet,
  options: ExchangeOptions,
): Promise<readonly QbxmlResponse[]> {
  return requireResponse(company, await company.exchange(set, options), options).response.responses
}

/** Returns the fault for a request without a response in the response to its message set. */
export function noResponse(options: ExchangeOptions): Fault {
  return new Fault('500', `QuickBooks Desktop returned no response to the request.${checkFirst(options)}`)
}

function checkFirst({ kind }: ExchangeOptions): string {
  return kind === 'write' ? ' The write may have been applied: check before you send it again.' : ''
}

/**
 * Returns an exchange that has a response.
 *
 * @throws Fault for an exchange without one [dp-7.2:AGENT_TIMEOUT]
 */
function requireResponse(
  company: CompanyFile,
  outcome: ExchangeOutcome<MessageSetResponse>,
  options: ExchangeOptions,
): Responded<MessageSetResponse> {
  if (hasResponse(outcome)) return outcome
  if (outcome.sent) {
    const { reason, cause } = outcome
    if (reason === 'unreadable') {
      throw new Fault('500', `The response of QuickBooks Desktop could not be read.${checkFirst(options)}`, { cause })
    }
    if (reason === 'too-large' && options.kind === 'read') throw tooLarge(company, options)
    throw new Fault('AGENT_TIMEOUT', lostDetail(options.kind, reason))
  }
  switch (outcome.reason) {
    case 'app-not-open':
      throw new Fault(
        'APP_NOT_OPEN',
        'The agent is connected, but QuickBooks Desktop is not open in its Windows session. Nothing was sent.',
      )
    case 'execution-error':
      throw new Fault(
        'AGENT_EXECUTION_ERROR',
        `QuickBooks Desktop: ${outcome.error.message} (HRESULT ${outcome.error.hresult})`,
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

function tooLarge({ readBytesMax }: CompanyFile, options: ExchangeOptions): Fault {
  const mebibytes = getResponseBytesMax(options, readBytesMax) / 1024 ** 2
  return new Fault(
    'UNSUPPORTED_QUERY',
    `The response of QuickBooks Desktop is larger than ${mebibytes} MiB. ${askForLess}`,
  )
}

/** Creates the fault for a read whose response takes more memory or time than it may. */
export function createTooCostlyFault(): Fault {
  return new Fault(
    'UNSUPPORTED_QUERY',
    `The response of QuickBooks Desktop takes too much memory or time to read. ${askForLess}`,
  )
}

const askForLess = 'Ask for less: a shorter period, or only some customers, vendors, items or classes.'

const lostTexts: Readonly<Record<Exclude<Lost['reason'], 'unreadable'>, string>> = {
  timeout: 'no response arrived in time',
  connection: 'the connection was lost before the response arrived',
  'too-large': 'its response is larger than the service accepts',
}

function lostDetail(kind: ExchangeOptions['kind'], reason: Exclude<Lost['reason'], 'unreadable'>): string {
  const what = lostTexts[reason]
  return kind === 'write'
    ? `The request was sent to QuickBooks Desktop, but ${what}. The write may have been applied: check before you send it again.`
    : `The request was sent to QuickBooks Desktop, but ${what}. It only reads, so it can be sent again.`
}
