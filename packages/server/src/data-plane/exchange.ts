import { Fault } from '@bridge/faults'
import {
  type Answer,
  InvalidCharacterError,
  parseAnswer,
  printMessageSet,
  QbxmlSyntaxError,
  type Request,
  type Response,
} from '@bridge/translation/qbxml'
import type { ExchangeOptions, ExchangeResult } from '../desktop/desktop.ts'
import type { CompanyFile } from './company-file.ts'

/**
 * Sends one request to the company file and gives its response, whatever status it has.
 *
 * @throws Fault `AGENT_OFFLINE`, `APP_NOT_OPEN`, `AGENT_EXECUTION_ERROR` or `AGENT_TIMEOUT` where there is no answer,
 * `500` where the answer is not one
 */
export const exchange = async (
  { desktop, realmId }: CompanyFile,
  request: Request,
  options: ExchangeOptions,
): Promise<Response> => {
  const messageSet = print(request)
  const result = await desktop.exchange(realmId, messageSet, options)
  const response = parse(answerOf(result, options), options).responses[0]
  if (!response) {
    throw new Fault('500', `QuickBooks Desktop answered without a response to the request.${lookFirst(options)}`)
  }
  return response
}

const print = (request: Request): string => {
  try {
    return printMessageSet({ requests: [request], onError: 'stopOnError' })
  } catch (error) {
    if (error instanceof InvalidCharacterError) throw new Fault('2010', error.message, { cause: error })
    throw error
  }
}

const parse = (answer: string, options: ExchangeOptions): Answer => {
  try {
    return parseAnswer(answer)
  } catch (error) {
    if (!(error instanceof QbxmlSyntaxError)) throw error
    throw new Fault('500', `The answer of QuickBooks Desktop could not be read.${lookFirst(options)}`, { cause: error })
  }
}

/** An answer that says nothing leaves open what became of a write. */
const lookFirst = ({ kind }: ExchangeOptions): string =>
  kind === 'write' ? ' The write may have been applied: look before you send it again.' : ''

/** The answer, or the fault that stands for there being none (specification, section 7.2). */
const answerOf = (result: ExchangeResult, { kind }: ExchangeOptions): string => {
  if (result.sent && !result.lost) return result.answer
  if (result.sent) throw new Fault('AGENT_TIMEOUT', lostDetail(kind, result.why))
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

const lostDetail = (kind: ExchangeOptions['kind'], why: 'timeout' | 'connection'): string => {
  const what =
    why === 'timeout' ? 'no answer came in time' : 'the connection to the agent was lost before its answer came'
  return kind === 'write'
    ? `The request was handed to the agent and ${what}. The write may have been applied: look before you send it again.`
    : `The request was handed to the agent and ${what}. It only reads, so it can be sent again.`
}
