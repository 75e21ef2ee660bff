import type { DesktopError, DesktopState } from '@bridge/agent-protocol'
import type { Pause } from '../pause/pause.ts'
import { type AgentState, type AgentStateRow, agentStates } from './agent-states.ts'
import { findKnownDialog } from './known-dialogs.ts'

/** What the agent knows about itself at a time. */
export interface AgentFacts {
  readonly isConnected: boolean
  readonly desktop: DesktopState
  /** The title of the dialog waiting in QuickBooks. */
  readonly dialogTitle?: string | undefined
  readonly pause?: Pause | undefined
  /** Why the agent stopped for good. */
  readonly endMessage?: string | undefined
}

/** The agent's state in words. */
export interface AgentStatus extends AgentStateRow {
  readonly state: AgentState
  readonly companyFile?: string | undefined
}

/** Returns the agent's state. What a person has to do first goes before what follows from it. */
export function getAgentStatus(facts: AgentFacts): AgentStatus {
  const { desktop, pause, endMessage } = facts
  const state = findState(facts)
  const dialog = state === 'dialog-open' ? findKnownDialog(facts.dialogTitle) : undefined
  const { tone, sentence, remedy } = { ...agentStates[state], ...dialog }
  const row = { state, tone, sentence, ...(remedy && { remedy }), companyFile: desktop.companyFile }
  if (endMessage !== undefined) return { ...row, sentence: endMessage }
  if (state === 'quickbooks-error' && desktop.error !== undefined) return { ...row, ...describeError(desktop.error) }
  return pause === undefined ? row : { ...row, sentence: describePause(pause) }
}

/** Returns what QuickBooks reports, with its remedy, for an error without a separate state. */
function describeError({ message, hresult }: DesktopError): Pick<AgentStatus, 'sentence' | 'remedy'> {
  const { sentence } = agentStates['quickbooks-error']
  return {
    sentence: `${sentence.replace(/\.$/, '')} (${hresult}).`,
    remedy: message.replace(sentence, '').replaceAll(/\s+/g, ' ').trim(),
  }
}

/** Returns a sentence about a pause. */
export function describePause({ kind, until }: Pause): string {
  const { sentence } = agentStates[kind]
  return until === undefined ? sentence : sentence.replace(/\.$/, ` until ${until}.`)
}

function findState({ isConnected, desktop: { phase, notice }, pause, endMessage }: AgentFacts): AgentState {
  if (endMessage !== undefined) return 'ended'
  if (pause !== undefined) return pause.kind
  if (!isConnected) return 'disconnected'
  if (notice === 'paused') return 'paused'
  return notice ?? (phase === 'ready' ? 'serving' : 'quickbooks-closed')
}

/** Prints the state for the status file: a line for people, and a line with its name for the launcher. */
export function formatStatus({ state, sentence, remedy, companyFile }: AgentStatus): string {
  const file = state !== 'serving' || companyFile === undefined ? '' : ` (${companyFile})`
  return `${sentence.replace(/\.$/, `${file}.`)}${remedy === undefined ? '' : ` ${remedy}`}\n${state}`
}
