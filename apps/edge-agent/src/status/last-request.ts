import type { AgentDesktop, RequestKind } from '../desktop/agent-desktop.ts'

/** The latest request handed to QuickBooks. */
export interface LastRequest {
  readonly at: Date
  readonly kind: RequestKind
  /** `running` while QuickBooks is working on it; `unknown` if it was sent and has no response. */
  readonly outcome: 'running' | 'completed' | 'not executed' | 'unknown'
}

/** A desktop remembering its latest request. */
export interface RecordingDesktop extends AgentDesktop {
  lastRequest(): LastRequest | undefined
}

/** Records a desktop's latest request, without its content. */
export function recordLastRequest(desktop: AgentDesktop, clock: () => Date): RecordingDesktop {
  let last: LastRequest | undefined
  return {
    state: () => desktop.state(),
    useRealm: (realmId, terms) => desktop.useRealm?.(realmId, terms),
    release: async () => desktop.release?.(),
    process: async (messageSet, kind) => {
      const request = { at: clock(), kind }
      last = { ...request, outcome: 'running' }
      let outcome: LastRequest['outcome'] = 'unknown'
      try {
        const result = await desktop.process(messageSet, kind)
        if (!result.sent) outcome = 'not executed'
        else if (!result.lost) outcome = 'completed'
        return result
      } finally {
        last = { ...request, outcome }
      }
    },
    lastRequest: () => last,
  }
}
