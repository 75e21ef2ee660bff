import { Fault } from '@bridge/faults'
import {
  InvalidCharacterError,
  type MessageSet,
  type MessageSetResponse,
  parseMessageSetResponse,
  printMessageSet,
  type QbxmlRequest,
  type QbxmlResponse,
  QbxmlSyntaxError,
} from '@bridge/translation/qbxml'
import type { ExchangeOptions, ExchangeResult } from '../desktop/desktop.ts'
import type { CompanyFile } from './company-file.ts'

/** What became of a message set, with its answer read; an answer that cannot be read is as good as lost. */
export type Exchanged =
  | Exclude<ExchangeResult, { readonly lost: false }>
  | { readonly sent: true; readonly lost: true; readonly why: 'unreadable'; readonly cause: unknown }
  | { readonly sent: true; readonly lost: false; readonly answer: MessageSetResponse }

/**
 * Sends one request to the company file and gives its response, whatever status it has.
 *
 * @throws Fault as {@link exchangeSet}
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
 * Sends the requests of a read as one message set and gives a response to each, whatever status it has: one that fails
 * does not keep the others from being answered.
 *
 * @throws Fault as {@link exchangeSet}
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
 * Sends one message set to the company file and gives the responses to its requests, whatever status they have.
 *
 * @throws Fault `AGENT_OFFLINE`, `APP_NOT_OPEN`, `AGENT_EXECUTION_ERROR` or `AGENT_TIMEOUT` where there is no answer,
 * `500` where the answer is not one, `REQUEST_OUTCOME_UNKNOWN` where that is all that can be said of a retry
 */
export async function exchangeSet(
  company: CompanyFile,
  set: MessageSet,
  options: ExchangeOptions,
): Promise<readonly QbxmlResponse[]> {
  const { responses } =
    company.log === undefined
      ? answerOf(await send(company, set, options), options)
      : await company.log.exchange(set, options)
  return responses
}

/**
 * Sends a message set as it is, and tells what became of it. What it throws stands for a set that was not sent, unless
 * it is no Fault.
 *
 * @throws Fault `2010` for text that XML cannot carry, `SANDBOX_UNSUPPORTED`, `SANDBOX_RECORD_LIMIT`
 */
export async function send(
  { desktop, realmId }: Pick<CompanyFile, 'desktop' | 'realmId'>,
  set: MessageSet,
  options: ExchangeOptions,
): Promise<Exchanged> {
  const result = await desktop.exchange(realmId, print(set), options)
  return !result.sent || result.lost ? result : readAnswer(result.answer)
}

function print(set: MessageSet): string {
  try {
    return printMessageSet(set)
  } catch (error) {
    if (error instanceof InvalidCharacterError) throw new Fault('2010', error.message, { cause: error })
    throw error
  }
}

/** QuickBooks answered, but not to what was asked. */
export function noResponse(options: ExchangeOptions): Fault {
  return new Fault('500', `QuickBooks Desktop answered without a response to the request.${lookFirst(options)}`)
}

/** An answer that says nothing leaves open what became of a write. */
function lookFirst({ kind }: ExchangeOptions): string {
  return kind === 'write' ? ' The write may have been applied: look before you send it again.' : ''
}

/** An answer's text as what became of its message set. */
export function readAnswer(text: string): Extract<Exchanged, { readonly sent: true }> {
  try {
    return { sent: true, lost: false, answer: parseMessageSetResponse(text) }
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return { sent: true, lost: true, why: 'unreadable', cause: error }
    throw error
  }
}

/** The answer, or the fault that stands for there being none (specification, section 7.2). */
export function answerOf(result: Exchanged, options: ExchangeOptions): MessageSetResponse {
  if (result.sent && !result.lost) return result.answer
  if (result.sent && result.why === 'unreadable') {
    const detail = `The answer of QuickBooks Desktop could not be read.${lookFirst(options)}`
    throw new Fault('500', detail, { cause: result.cause })
  }
  if (result.sent) throw new Fault('AGENT_TIMEOUT', lostDetail(options.kind, result.why))
  switch (result.why) {
    case 'offline':
      throw new Fault(
        'AGENT_OFFLINE',
        'No agent serves the company file right now. Nothing was sent to QuickBooks Desktop.',
      )
    case 'app-not-open':
      throw new Fault(
        'APP_NOT_OPEN',
        'The agent is connected, but QuickBooks Desktop is not open in its Windows session. Nothing was sent.',
      )
    case 'execution-error':
      throw new Fault('AGENT_EXECUTION_ERROR', `QuickBooks Desktop: ${result.message} (HRESULT ${result.hresult})`)
  }
}

function lostDetail(kind: ExchangeOptions['kind'], why: 'timeout' | 'connection'): string {
  const what =
    why === 'timeout' ? 'no answer came in time' : 'the connection to the agent was lost before its answer came'
  return kind === 'write'
    ? `The request was handed to the agent and ${what}. The write may have been applied: look before you send it again.`
    : `The request was handed to the agent and ${what}. It only reads, so it can be sent again.`
}
