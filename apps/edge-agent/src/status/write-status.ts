import { mkdir, writeFile } from 'node:fs/promises'
import type { AgentFolder } from '../settings/agent-folder.ts'
import { type AgentState, agentStates } from './agent-states.ts'
import { formatStatus } from './agent-status.ts'

/** Writes the status file when the agent cannot start. The launcher shows it. */
export async function writeStatus(folder: AgentFolder, state: AgentState): Promise<void> {
  await mkdir(folder.path, { recursive: true, mode: 0o700 })
  await writeFile(folder.status, `${formatStatus({ state, ...agentStates[state] })}\n`, { mode: 0o600 })
}
