import type { RealmId } from '@bridge/agent-protocol'
import type { AgentDesktop, ResponseLog } from '@bridge/edge-agent'
import type { CompanyStorage } from '@bridge/emulator'
import type { KillSwitch } from './kill-switch.ts'

/** The state surviving an agent's restart: the company file and its response log. */
export interface AgentDisk {
  readonly storage: CompanyStorage
  readonly responses: ResponseLog
}

/** A realm with its agent's disk. */
export interface ServedCompany {
  readonly realmId: RealmId
  readonly disk: AgentDisk
}

/** One agent's desktop. */
export interface StartedDesktop {
  readonly desktop: AgentDesktop
  /** Resolves when QuickBooks can be reached, or when the agent was killed. */
  ready(): Promise<void>
  /** Closes QuickBooks in the agent's session, or opens it. Only simulated desktops can. */
  setClosed?(isClosed: boolean): void
  close(): Promise<void>
}

/** Starts agents' desktops, one at a time. */
export interface DesktopSource {
  /** Starts a desktop ending with its agent. */
  start(company: ServedCompany, killSwitch: KillSwitch): Promise<StartedDesktop>
  /** Opens QuickBooks again if it was killed. */
  recover(): Promise<void>
  /** Replaces what outlives agents after a failed schedule: the next one must not fail for the same reason. */
  replace(): Promise<void>
  close(): Promise<void>
}
