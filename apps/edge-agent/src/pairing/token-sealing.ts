import type { ComHost } from '../quickbooks/com-host.ts'
import { createTokenFile, findToken, type NewTokenFile } from './token-file.ts'

/** Encrypts the token in an installation's folder, so only the same user on the same PC can read it. */
export interface TokenSealing {
  /** Returns the text for the file. @throws {Error} if the token cannot be encrypted */
  seal(token: string): Promise<string>
  /** Returns a sealed text's token. @throws {SealedTokenError} if another user or PC sealed it */
  open(text: string): Promise<string>
}

/** A token that cannot be decrypted; the message is one line for the user. */
export class SealedTokenError extends Error {
  override readonly name = 'SealedTokenError'
}

const prefix = 'sealed:'

/** Whether a token file's text is a sealed token. The service's tokens have another prefix. */
function isSealed(text: string): boolean {
  return text.startsWith(prefix)
}

/**
 * Seals tokens with Windows' data protection (DPAPI), which a COM host calls. A host is started for each call,
 * and ends after it.
 */
export function createTokenSealing(startHost: () => ComHost): TokenSealing {
  const request = async (word: 'seal' | 'open', text: string) => {
    const host = startHost()
    try {
      return await host.request(word, text)
    } finally {
      void host.close()
    }
  }
  return {
    seal: async (token) => {
      const result = await request('seal', token)
      if (!result.ok) throw new Error(`The token cannot be encrypted: ${result.text}`)
      return `${prefix}${result.text}`
    },
    open: async (text) => {
      const result = await request('open', text.slice(prefix.length))
      if (result.ok && result.text !== '') return result.text
      throw new SealedTokenError(
        'The stored token belongs to another Windows user or PC, or the password of this user was reset. Pair the agent again with a new code.',
      )
    },
  }
}

/** Stores a token in an installation's folder: sealed, or as it is if it cannot be sealed, until a later start. */
export async function storeInstalledToken(file: NewTokenFile, token: string, sealing: TokenSealing): Promise<void> {
  await file.write(await sealing.seal(token).catch(() => token))
}

/**
 * Returns the token in an installation's folder, or `undefined` without one. Seals a plain token.
 *
 * @throws {SealedTokenError} if another user or PC sealed it
 */
export async function findInstalledToken(path: string, sealing: TokenSealing): Promise<string | undefined> {
  const text = await findToken(path)
  if (text === undefined) return undefined
  if (isSealed(text)) return sealing.open(text)
  const sealed = await sealing.seal(text).catch(() => undefined)
  if (sealed !== undefined) await (await createTokenFile(path)).write(sealed)
  return text
}
