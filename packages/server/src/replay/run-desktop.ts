import { Fault } from '@bridge/faults'
import { type EntityTable, isNameAddition } from '@bridge/translation'
import {
  isTransientStatus,
  type MessageSet,
  type MessageSetResponse,
  type QbxmlResponse,
} from '@bridge/translation/qbxml'
import type { CompanyFile, ExchangeLog } from '../data-plane/company-file.ts'
import { answerOf, type Exchanged, readAnswer, send } from '../data-plane/exchange.ts'
import type { ExchangeOptions } from '../desktop/desktop.ts'
import type { ForgettableSets } from './acknowledged-message-sets.ts'
import { completeRecovered, isRecovered } from './recovered-response.ts'
import type { OutcomeStore, Run } from './replay.store.ts'
import { messageSetIdOf } from './run-key.ts'

/** How far a run came; what becomes of its `requestid` depends on it. */
export interface RunState {
  /** QuickBooks answered a write of it. */
  isExecuted: boolean
  /** One of its writes changed the company file. */
  hasChanged: boolean
  /** QuickBooks refused a write only because of what someone else did at that moment. */
  isTransient: boolean
  /** What became of its latest write is not known. */
  isOpen: boolean
  /** The message sets that were answered when they were first sent, of which no other copy can be under way. */
  readonly answeredSets: string[]
}

/** QuickBooks has no record of the message set: it never carried it out. */
const notOnRecord = 9002

interface RunLogOptions {
  readonly company: CompanyFile
  readonly table: EntityTable
  readonly run: Run
  readonly store: Pick<OutcomeStore, 'saveAnswers'>
  readonly forgettable: Pick<ForgettableSets, 'take'>
}

/**
 * The exchanges of a run, of which each write is carried out at most once. A run that another caller left unsettled is
 * gone through again from its start: what QuickBooks answered then is answered again, a write of which no answer is
 * known is looked for (in the journal, then with QuickBooks itself), and only one that was never carried out is sent.
 */
export function createRunLog({
  company,
  table,
  run,
  store,
  forgettable,
}: RunLogOptions): ExchangeLog & { readonly state: Readonly<RunState> } {
  const state: RunState = {
    isExecuted: false,
    hasChanged: false,
    isTransient: false,
    isOpen: false,
    answeredSets: [],
  }
  const answers: MessageSetResponse[] = [...run.answers]
  let saved = answers.length
  let place = 0
  let writes = 0

  const note = ({ responses }: MessageSetResponse): void => {
    state.isOpen = false
    state.isExecuted = true
    state.hasChanged ||= responses.some((response) => isChange(response) && !isNameAddition(table, response))
    state.isTransient ||= responses.some(isTransient)
  }

  /** Asks QuickBooks for its record of a message set; nothing where it never carried it out. */
  const askQuickBooks = async (id: string, set: MessageSet): Promise<MessageSetResponse | undefined> => {
    const check: MessageSet = { requests: [], onError: set.onError, newMessageSetId: id, oldMessageSetId: id }
    const asked = await send(company, check, { kind: 'read' })
    if (!asked.sent || asked.lost) throw unconfirmed()
    if (asked.answer.messageSetStatusCode === notOnRecord) return undefined
    if (asked.answer.messageSetStatusCode !== 0) throw unconfirmed()
    return completeRecovered(company, table, set, asked.answer)
  }

  /** The answer to an earlier sending of a write; nothing where it was never carried out. */
  const confirm = async (id: string, set: MessageSet): Promise<MessageSetResponse | undefined> => {
    state.isOpen = true
    const recalled = await company.desktop.recall?.(company.realmId, id)
    if (recalled?.sent === false) return undefined
    const read = recalled?.lost === false ? readAnswer(recalled.answer) : undefined
    return read?.lost === false && isAnswer(read.answer) ? whole(read.answer, set) : askQuickBooks(id, set)
  }

  const whole = async (answer: MessageSetResponse, set: MessageSet): Promise<MessageSetResponse> =>
    isRecovered(answer) ? completeRecovered(company, table, set, answer) : answer

  const sendOnce = async (set: MessageSet, options: ExchangeOptions): Promise<Exchanged> => {
    try {
      return await send(company, set, options)
    } catch (error) {
      if (error instanceof Fault) state.isOpen = false
      throw error
    }
  }

  const sendWrite = async (id: string, set: MessageSet, options: ExchangeOptions): Promise<MessageSetResponse> => {
    const outdated = forgettable.take(run.realmId)
    const marked = { ...set, newMessageSetId: id, ...(outdated === undefined ? {} : { oldMessageSetId: outdated }) }
    state.isOpen = true
    const result = await sendOnce(marked, withMessageSetId(options, id))
    if (!result.sent) state.isOpen = false
    // Where QuickBooks broke off, or the line to it did, and it can be reached again, it knows what became of the write.
    if (result.sent && result.lost && result.why !== 'timeout') {
      const answer = await confirm(id, set).catch(() => undefined)
      if (answer) return answer
    }
    const answer = answerOf(result, options)
    if (!isAnswer(answer)) return (await askQuickBooks(id, set)) ?? answer
    if (isRecovered(answer)) return completeRecovered(company, table, set, answer)
    state.answeredSets.push(id)
    return answer
  }

  const write = async (set: MessageSet, options: ExchangeOptions): Promise<MessageSetResponse> => {
    const id = messageSetIdOf(run, writes)
    const confirmed = run.isFresh ? undefined : await confirm(id, set)
    if (confirmed) return confirmed
    // Who takes a run over has to send what was made of these answers, not of later ones.
    if (answers.length > saved && !(await store.saveAnswers(run, answers))) throw takenOver()
    saved = answers.length
    return sendWrite(id, set, options)
  }

  return {
    state,
    exchange: async (set, options) => {
      const isWrite = options.kind === 'write'
      const answer =
        answers[place] ?? (isWrite ? await write(set, options) : answerOf(await send(company, set, options), options))
      answers[place] = answer
      place += 1
      if (isWrite) {
        writes += 1
        note(answer)
      }
      return answer
    },
  }
}

function isTransient({ statusCode, statusMessage, statusSeverity }: QbxmlResponse): boolean {
  return statusSeverity === 'Error' && isTransientStatus(statusCode, statusMessage)
}

function isChange({ name, statusSeverity }: QbxmlResponse): boolean {
  return statusSeverity !== 'Error' && !name.endsWith('QueryRs')
}

function unconfirmed(): Fault {
  return new Fault(
    'REQUEST_OUTCOME_UNKNOWN',
    'The write was handed to QuickBooks Desktop, no answer came, and QuickBooks Desktop cannot be asked at present. It was not sent again.',
  )
}

/** An answer without responses says only why nothing was run. */
function isAnswer({ responses }: MessageSetResponse): boolean {
  return responses.length > 0
}

function withMessageSetId({ kind, write }: ExchangeOptions, messageSetId: string): ExchangeOptions {
  return {
    kind,
    ...(write === undefined ? {} : { write: { ...write, messageSetId } }),
  }
}

function takenOver(): Fault {
  const detail = 'Another server took this request over, and has not ended it yet.'
  return new Fault('REQUEST_IN_FLIGHT', detail, { retryAfterSeconds: 2 })
}
