import { defaultProtocolLimits, type ExchangeOutcome, hasResponse, type Lost } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { MessageSet, MessageSetResponse, QbxmlRequest, QbxmlResponse } from '@bridge/translation/qbxml'
import type { ExchangeOptions } from '../../desktop/desktop.ts'
import type { CompanyFile } from './company-file.ts'

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
): Promise<readonly QbxmlResponse[]> {
  const options: ExchangeOptions = { kind: 'read' }
  const onError = requests.length > 1 ? 'continueOnError' : 'stopOnError'
  const responses = await exchangeSet(company, { requests, onError }, options)
  if (responses.length < requests.length) throw noResponse(options)
  return responses
}

/**
 * Sends one message set and returns the responses to its requests, whatever their status.
 *
 * @throws Fault `AGENT_OFFLINE`, `APP_NOT_OPEN`, `AGENT_EXECUTION_ERROR` or `AGENT_TIMEOUT` without a response, `500`
 * for one that cannot be parsed, `UNSUPPORTED_QUERY` for a read whose response is larger than an agent may send, `REQUEST_OUTCOME_UNKNOWN` for a retry whose outcome cannot be confirmed
 */
export async function exchangeSet(
  company: CompanyFile,
  set: MessageSet,
  options: ExchangeOptions,
): Promise<readonly QbxmlResponse[]> {
  return requireResponse(await company.exchange(set, options), options).responses
}

/** Returns the fault for a request without a response in the response to its message set. */
export function noResponse(options: ExchangeOptions): Fault {
  return new Fault('500', `QuickBooks Desktop returned no response to the request.${checkFirst(options)}`)
}

function checkFirst({ kind }: ExchangeOptions): string {
  return kind === 'write' ? ' The write may have been applied: check before you send it again.' : ''
}

/**
 * Returns the response of an exchange.
 *
 * @throws Fault for an exchange without one [dp-7.2:AGENT_TIMEOUT]
 */
function requireResponse(outcome: ExchangeOutcome<MessageSetResponse>, options: ExchangeOptions): MessageSetResponse {
  if (hasResponse(outcome)) return outcome.response
  if (outcome.sent) {
    const { reason, cause } = outcome
    if (reason === 'unreadable') {
      throw new Fault('500', `The response of QuickBooks Desktop could not be read.${checkFirst(options)}`, { cause })
    }
    if (reason === 'too-large' && options.kind === 'read') throw tooLarge()
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
    default:
      throw new Fault(
        'AGENT_OFFLINE',
        'No agent is connected for the company file. Nothing was sent to QuickBooks Desktop.',
      )
  }
}

function tooLarge(): Fault {
  const mebibytes = defaultProtocolLimits.frameBytesMax / 1024 ** 2
  return new Fault(
    'UNSUPPORTED_QUERY',
    `The response of QuickBooks Desktop is larger than ${mebibytes} MiB. Ask for less: a shorter period, or only some customers, vendors, items or classes.`,
  )
}

const lostTexts: Readonly<Record<Exclude<Lost['reason'], 'unreadable'>, string>> = {
  timeout: 'no response arrived in time',
  connection: 'the connection to the agent was lost before the response arrived',
  'too-large': 'the response is larger than the agent may send',
}

function lostDetail(kind: ExchangeOptions['kind'], reason: Exclude<Lost['reason'], 'unreadable'>): string {
  const what = lostTexts[reason]
  return kind === 'write'
    ? `The request was sent to the agent, but ${what}. The write may have been applied: check before you send it again.`
    : `The request was sent to the agent, but ${what}. It only reads, so it can be sent again.`
}
