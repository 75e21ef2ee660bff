import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What `.bridge/quickstart.json` holds, for the service that the browser tests run against. */
export interface Quickstart {
  readonly baseUrl: string
  readonly gatewayUrl: string
  readonly signInUrl: string
  readonly orgId: string
  readonly sandboxRealmId: string
  readonly productionRealmId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly apiKey: string
}

let known: Quickstart | undefined

/** The facts of the running service; Playwright's global set-up says where they are. */
export function quickstart(): Quickstart {
  known ??= JSON.parse(readFileSync(path.join(dataFolder(), 'quickstart.json'), 'utf8')) as Quickstart
  return known
}

/** Where the running service keeps its data and logs. */
export function dataFolder(): string {
  // biome-ignore lint/style/noProcessEnv: Playwright hands the set-up's findings to its workers in the environment
  const folder = process.env.BRIDGE_DATA_FOLDER
  if (folder === undefined) throw new Error('BRIDGE_DATA_FOLDER is not set: run the browser tests with npm test')
  return folder
}
