import type { RealmId } from '@bridge/agent-protocol'
import type { AgentDesktop, ResponseLog } from '@bridge/edge-agent'
import type { CompanyStorage } from '@bridge/emulator'
import type { KillSwitch } from './kill-switch.ts'

/** The state that survives an agent's restart: the company file and its log of responses. */
export interface AgentDisk {
  readonly storage: CompanyStorage
  readonly responses: ResponseLog
}

/** A realm with the disk of its agent's machine. */
export interface ServedCompany {
  readonly realmId: RealmId
  readonly disk: AgentDisk
}

/** The desktop of one agent. */
export interface StartedDesktop {
  readonly desktop: AgentDesktop
  /** Resolves when QuickBooks can be reached, or when the agent was killed. */
  ready(): Promise<void>
  /** Closes QuickBooks in the session of the agent, or opens it. Only simulated desktops can. */
  setClosed?(isClosed: boolean): void
  close(): Promise<void>
}

/** Starts the desktops of agents, one at a time. */
export interface DesktopSource {
  /** Starts a desktop that ends with its agent. */
  start(company: ServedCompany, killSwitch: KillSwitch): Promise<StartedDesktop>
  /** Opens QuickBooks again if it was killed. */
  recover(): Promise<void>
  /** Replaces what outlives agents, after a schedule that failed, so that the next one does not fail for the same reason. */
  replace(): Promise<void>
  close(): Promise<void>
}
