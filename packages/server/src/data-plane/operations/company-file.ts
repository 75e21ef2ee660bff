import { type ExchangeOutcome, hasResponse, type Lost, type RealmId, type Responded } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { ReadContext, Registry } from '@bridge/translation'
import {
  InvalidCharacterError,
  type MessageSet,
  type MessageSetResponse,
  parseMessageSetResponse,
  printMessageSet,
  QbxmlSyntaxError,
} from '@bridge/translation/qbxml'
import type { Desktop, ExchangeOptions } from '../../desktop/desktop.ts'

/** The desktop port for the realm of a request, with parsed message sets and responses. */
export interface CompanyFile {
  readonly realmId: RealmId
  /** The realm's entities; the default registry if absent. */
  readonly entities?: Registry
  readonly readContext: ReadContext
  /**
   * Sends a message set. If it throws a Fault, the set was not sent.
   *
   * @throws Fault `2010` for text that XML cannot represent, `SANDBOX_UNSUPPORTED`, `SANDBOX_RECORD_LIMIT`
   */
  exchange(set: MessageSet, options: ExchangeOptions): Promise<ExchangeOutcome<MessageSetResponse>>
  /**
   * Returns the outcome that the journal has for an earlier write with this `messageSetId`. After `sent: false`, that
   * write will never reach QuickBooks. Undefined if there is no journal.
   */
  recall?(messageSetId: string): Promise<ExchangeOutcome<MessageSetResponse>>
}

/** Opens a realm's company file over the desktop port. */
export function openCompanyFile({
  realmId,
  desktop,
  entities,
}: {
  readonly realmId: RealmId
  readonly desktop: Desktop
  readonly entities?: Registry
}): CompanyFile {
  const recall = desktop.recall?.bind(desktop)
  return {
    realmId,
    ...(entities && { entities }),
    readContext: { realmId },
    exchange: async (set, options) => {
      const outcome = await desktop.exchange(realmId, print(set), options)
      return hasResponse(outcome) ? parseResponse(outcome.response) : outcome
    },
    ...(recall && {
      recall: async (messageSetId: string) => {
        const recalled = await recall(realmId, messageSetId)
        return hasResponse(recalled) ? parseResponse(recalled.response) : recalled
      },
    }),
  }
}

function print(set: MessageSet): string {
  try {
    return printMessageSet(set)
  } catch (error) {
    if (error instanceof InvalidCharacterError) throw new Fault('2010', error.message, { cause: error })
    throw error
  }
}

/** Parses the response to a message set. */
function parseResponse(text: string): Responded<MessageSetResponse> | Lost {
  try {
    return { sent: true, lost: false, response: parseMessageSetResponse(text) }
  } catch (error) {
    if (error instanceof QbxmlSyntaxError) return { sent: true, lost: true, reason: 'unreadable', cause: error }
    throw error
  }
}
