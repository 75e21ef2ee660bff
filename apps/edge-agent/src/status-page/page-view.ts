import type { QuietHours } from '../pause/quiet-hours.ts'
import type { OtherCompany } from '../quickbooks/com-desktop.ts'
import type { AgentStatus } from '../status/agent-status.ts'
import type { LastRequest } from '../status/last-request.ts'

/** What the status page shows. */
export interface PageView {
  readonly status: AgentStatus
  /** Since when the agent has its state. */
  readonly since: Date
  readonly agentVersion: string
  readonly lastRequest?: LastRequest | undefined
  readonly quietHours?: QuietHours | undefined
  /** Whether the agent opens QuickBooks when needed, which people change in the portal. */
  readonly opensQuickBooks?: boolean
  /** Whether changes are found within seconds, and what it waits for otherwise. */
  readonly events?: string
  /** The title shown by the dialog waiting in QuickBooks. It is shown on this PC only. */
  readonly dialogTitle?: string | undefined
  /** The company that is open, if it may be the served one with a new name. */
  readonly otherCompany?: OtherCompany | undefined
  /** When the recording that a person began ends. */
  readonly recordsUntil?: Date | undefined
}

/** The status page's buttons. */
export interface PageActions {
  /** Pauses for `minutes`, or until a person resumes. */
  pause(minutes?: number): Promise<void>
  resume(): Promise<void>
  setQuietHours(quietHours: QuietHours | undefined): Promise<void>
  /** Serves the open company as the one that was served, because it was renamed. */
  acceptRename(other: OtherCompany): Promise<void>
  /** Ends the recording now. */
  endRecording(): Promise<void>
  makeReport(): Promise<string>
}
