import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RealmId } from '@bridge/agent-protocol'

/** The contents of `quickstart.json` for the tested service. */
export interface Quickstart {
  readonly baseUrl: string
  readonly gatewayUrl: string
  readonly signInUrl: string
  readonly orgId: string
  readonly sandboxRealmId: RealmId
  readonly productionRealmId: RealmId
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly apiKey: string
}

let loaded: Quickstart | undefined

/** Returns the running service's addresses, IDs and credentials. */
export function quickstart(): Quickstart {
  loaded ??= JSON.parse(readFileSync(path.join(dataFolder(), 'quickstart.json'), 'utf8')) as Quickstart
  return loaded
}

/** Returns the folder with the running service's data and logs. */
export function dataFolder(): string {
  // biome-ignore lint/style/noProcessEnv: Playwright passes the folder from its global setup to its workers in the environment
  const folder = process.env.BRIDGE_DATA_FOLDER
  if (folder === undefined) throw new Error('BRIDGE_DATA_FOLDER is not set. Run the browser tests with npm test.')
  return folder
}
