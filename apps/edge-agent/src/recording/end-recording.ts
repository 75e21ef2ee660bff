import type { AgentSettings } from '../settings/agent-settings.ts'

/** Ends a recording now. It stays on the PC until a person sends it. */
export function endRecording(settings: AgentSettings, now: Date): AgentSettings {
  return settings.recording === undefined ? settings : { ...settings, recording: { until: now.toISOString() } }
}
