import type { StoreToken } from '../pairing/pair-agent.ts'
import { createTokenFile, findToken } from '../pairing/token-file.ts'
import type { AgentFolder } from './agent-folder.ts'
import { readAgentSettings, writeAgentSettings } from './agent-settings.ts'

/** What an installer stores. */
export interface Configuration {
  /** The service's address. */
  readonly url: string
  /** A file with an agent token, which is copied; without it, the token stays as it is. */
  readonly tokenFile?: string | undefined
}

/**
 * Stores the service's address, and a token, in an installation's folder. The other settings stay.
 *
 * @throws {Error} if the file has no token, or if the settings cannot be read or written
 */
export async function configure(
  folder: AgentFolder,
  { url, tokenFile }: Configuration,
  store: StoreToken = (file, token) => file.write(token),
): Promise<void> {
  const settings = await readAgentSettings(folder.settings)
  if (tokenFile !== undefined) {
    const token = await findToken(tokenFile)
    if (token === undefined) throw new Error(`${tokenFile} is missing or has no token.`)
    await store(await createTokenFile(folder.token), token)
  }
  await writeAgentSettings(folder.settings, { ...settings, url })
}
