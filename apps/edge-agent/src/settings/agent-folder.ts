import { homedir } from 'node:os'
import { join } from 'node:path'

/** The paths to an installation's files, which belong to one Windows user. */
export interface AgentFolder {
  readonly path: string
  /** The settings: see `agent-settings.ts`. */
  readonly settings: string
  readonly token: string
  /** A sentence about the agent's state, for the tray icon and for a person on the phone. */
  readonly status: string
  /** A file stopping the agent when it appears. */
  readonly stop: string
  /** The status page's address, which opens it once. */
  readonly statusPage: string
  readonly logs: string
  /** The prefix for the folder with stored responses. */
  readonly responses: string
}

/** Returns the paths below a folder; by default `%LOCALAPPDATA%\BridgeServiceAgent`. */
export function getAgentFolder(path?: string, localAppData?: string): AgentFolder {
  const root = path ?? join(localAppData ?? join(homedir(), 'AppData', 'Local'), 'BridgeServiceAgent')
  return {
    path: root,
    settings: join(root, 'agent.json'),
    token: join(root, 'token'),
    status: join(root, 'status.txt'),
    stop: join(root, 'stop'),
    statusPage: join(root, 'status-page'),
    logs: join(root, 'logs'),
    responses: join(root, 'quickbooks'),
  }
}
