import type { PairingRequest } from '@bridge/agent-protocol'
import { redeemCode } from './redeem-code.ts'
import { createTokenFile, type NewTokenFile } from './token-file.ts'

/** Writes a token to a file. */
export type StoreToken = (file: NewTokenFile, token: string) => Promise<void>

/** How an agent gets its token. */
export interface Pairing extends PairingRequest {
  /** The service's address. */
  readonly url: string
  /** The file for the token. An earlier one is replaced. */
  readonly tokenFile: string
}

/** The outcome for the user. The token is in the file only. */
export interface Paired {
  /** The company file's name at the service. */
  readonly realmName: string
}

/**
 * Redeems a pairing code and stores the token, which is neither returned nor logged.
 *
 * @throws {PairingError} if the service refuses or cannot be reached; a file system error if the token cannot
 * be stored, before the code is used up where possible
 */
export async function pairAgent(
  { url, tokenFile, ...request }: Pairing,
  store: StoreToken = (file, token) => file.write(token),
): Promise<Paired> {
  const file = await createTokenFile(tokenFile)
  const { token, realmName } = await redeemOrDiscard(url, request, file)
  await store(file, token)
  return { realmName }
}

async function redeemOrDiscard(url: string, request: PairingRequest, file: NewTokenFile) {
  try {
    return await redeemCode(url, request)
  } catch (error) {
    await file.discard()
    throw error
  }
}
