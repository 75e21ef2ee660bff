import type { RealmId } from '@bridge/agent-protocol'
import type { JsonObject } from '@bridge/translation'
import type { FoundMistake } from '../user-calls/user-calls.ts'

/** An MCP host's call for a company file, on behalf of the user who consented. */
export interface ProposalCaller {
  readonly realmId: RealmId
  readonly orgId: string
  readonly clientId: string
  readonly userId: string
  readonly hostName: string
}

/** A write as a host proposes it. */
export interface ProposedWrite {
  readonly operation: 'create' | 'update' | 'delete' | 'void'
  readonly entity: string
  readonly record: JsonObject
}

/** An amount that a write moves; debits are positive. */
export interface EstimatedPosting {
  readonly account: string
  /** In the home currency. */
  readonly amount: string
  /** Another currency's code, and the amount in it. */
  readonly currency?: string
  readonly foreignAmount?: string
}

/** The accounts that a write moves, by the emulator's rules, or why they are not known. */
export type EstimatedAccounts =
  | {
      readonly isKnown: true
      readonly postings: readonly EstimatedPosting[]
      /** Sentences about amounts that are not exact. */
      readonly leftOut: readonly string[]
    }
  | { readonly isKnown: false; readonly reason: string }

/** A record or a waiting proposal that may be the same business event. */
export interface Duplicate {
  readonly reason: 'number' | 'name, amount and date' | 'proposal'
  /** The record's ID, or the proposal's. */
  readonly id: string
  readonly number?: string
  readonly name?: string
  readonly date?: string
  readonly amount?: string
}

/** A message set after the first, which a commit sends as it is shown but for the new record's ID. */
export interface FollowUp {
  readonly qbxml: string
  /** Why it is sent on its own. */
  readonly reason: string
}

/** What a proposal shows to the person or program that decides. */
export interface ProposalPreview {
  /** The changing requests, sent as they are shown; an ID and queries are added. */
  readonly qbxml: string
  /** Further message sets; absent for a write that needs one only. */
  readonly followUps?: readonly FollowUp[]
  readonly accounts: EstimatedAccounts
  readonly duplicates: readonly Duplicate[]
  /** Whether duplicates could not be looked for completely. */
  readonly duplicatesAreKnown: boolean
  /** The record before its change. */
  readonly before?: JsonObject
}

export interface Proposal extends Pick<ProposedWrite, 'entity'> {
  /** Also the `requestid` of its commit. */
  readonly id: string
  readonly realmId: RealmId
  readonly clientId: string
  readonly userId: string
  readonly hostName: string
  readonly operation: ProposedWrite['operation']
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly committedAt: Date | null
  readonly committedBy: string | null
  readonly rejectedAt: Date | null
  readonly finishedAt: Date | null
  readonly recordId: string | null
  readonly code: string | null
  /** Absent once it has an outcome or has expired. */
  readonly content?: { readonly record: JsonObject; readonly preview: ProposalPreview }
}

/** The result of proposing. */
export type Proposing =
  | { readonly kind: 'proposed'; readonly proposal: Proposal; readonly preview: ProposalPreview }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly FoundMistake[] }
  /** The data plane's response: a fault. */
  | { readonly kind: 'fault'; readonly status: number; readonly body: JsonObject }
  /** The record has the values already. */
  | { readonly kind: 'unchanged'; readonly body: JsonObject }

/** Whether a write changed the company file: `done` if it did. */
export type PostedState = 'not_sent' | 'not_executed' | 'unknown' | 'done'

/** The outcome of a `requestid`, as far as it is known. */
export interface WriteOutcome {
  readonly posted: PostedState
  readonly recordId?: string
  /** The fault's code. */
  readonly code?: string
  readonly detail?: string
}

/** Why a proposal cannot be committed. */
export type Refusal = 'not_found' | 'expired' | 'rejected' | 'mode' | 'changed' | 'declined'

/** The result of committing. */
export type Committing =
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly outcome: WriteOutcome }
  | { readonly kind: 'needs-person' }
  | {
      readonly kind: 'sent'
      readonly outcome: WriteOutcome
      /** The data plane's response; absent if the outcome was known already. */
      readonly response?: { readonly status: number; readonly body: JsonObject }
    }

/** Asks the user of a host about a deletion or void; returns whether they agree. Throws to end the call with the question. */
export type AskUser = (message: string) => boolean
