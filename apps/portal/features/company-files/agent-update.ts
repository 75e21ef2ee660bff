import { compareVersions } from '@bridge/agent-protocol/agent-version'

/** A release of the agent as the service offers it. */
export interface OfferedRelease {
  readonly version: string
  /** Whether agents leave it to a person, because QuickBooks asks its Admin again. */
  readonly asksAdmin: boolean
}

/** Returns the version that a person has to install at a PC with this agent; `undefined` for none. */
export function findManualUpdate(
  release: OfferedRelease | undefined,
  agentVersion: string | null | undefined,
): string | undefined {
  if (!release?.asksAdmin || !agentVersion) return undefined
  return compareVersions(agentVersion, release.version) < 0 ? release.version : undefined
}
