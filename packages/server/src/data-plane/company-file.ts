import type { RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { ReadContext, Registry } from '@bridge/translation'
import { InvalidCharacterError, type MessageSet, printMessageSet } from '@bridge/translation/qbxml'
import type { Desktop, ExchangeOptions } from '../desktop/desktop.ts'
import { type Exchanged, parseResponse } from './exchange.ts'

/** The company file of a request: the desktop port for one realm, with message sets and responses as structures. */
export interface CompanyFile {
  readonly realmId: RealmId
  /** The realm's entities; the default registry if absent. */
  readonly entities?: Registry
  readonly readContext: ReadContext
  /**
   * Sends a message set. A Fault that it throws means that the set was not sent.
   *
   * @throws Fault `2010` for text that XML cannot carry, `SANDBOX_UNSUPPORTED`, `SANDBOX_RECORD_LIMIT`
   */
  exchange(set: MessageSet, options: ExchangeOptions): Promise<Exchanged>
  /** Returns what the journal knows of an earlier write with this `messageSetId`; absent without a journal. */
  recall?(messageSetId: string): Promise<Recalled>
}

/** What the journal knows of an earlier write; after `sent: false` it will never reach QuickBooks. */
export type Recalled =
  | { readonly sent: false }
  | Extract<Exchanged, { readonly sent: true }>
  | { readonly sent: true; readonly lost: true }

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
      const result = await desktop.exchange(realmId, print(set), options)
      return !result.sent || result.lost ? result : parseResponse(result.answer)
    },
    ...(recall && {
      recall: async (messageSetId: string) => {
        const recalled = await recall(realmId, messageSetId)
        return !recalled.sent || recalled.lost ? recalled : parseResponse(recalled.answer)
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
