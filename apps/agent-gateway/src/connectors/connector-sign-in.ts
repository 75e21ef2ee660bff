import { addKeyedHash, verifyKeyedHash, verifyPassword } from '@bridge/database/passwords'
import { isWellFormedSecret } from '@bridge/database/secrets'
import type { ConnectorCredential, CredentialStore } from './connector-credential.store.ts'
import { SignInAttempts } from './sign-in-attempts.ts'

interface SignInOptions {
  readonly credentials: Pick<CredentialStore, 'find' | 'replaceHash'>
  /** Those with which passwords may be hashed; the first one hashes. */
  readonly secrets: readonly [string, ...string[]]
  readonly clock: () => Date
  readonly verifySlowly?: typeof verifyPassword
}

/** A sign-in's result: a credential, or what the Web Connector shows as a wrong password or as busy. */
export type SignInResult = ConnectorCredential | 'nvu' | 'busy'

/** Signs a Web Connector in. Without an address, as from another gateway, the attempt is not counted. */
export type ConnectorSignIn = (userName: string, password: string, address: string | undefined) => Promise<SignInResult>

/** The slow hashes computed at the same time, on other threads. None waits. */
const maxSlowHashes = 2

/**
 * Creates the Web Connectors' sign-in. Where a password has no keyed hash under an accepted secret yet, its slow hash
 * is verified once: one per credential and two in all at a time, while others are busy.
 */
export function createConnectorSignIn({
  credentials,
  secrets,
  clock,
  verifySlowly = verifyPassword,
}: SignInOptions): ConnectorSignIn {
  const attempts = new SignInAttempts(clock)
  /** The credentials whose slow hash is being computed. */
  const slow = new Set<string>()

  const verifyOnce = async (credential: ConnectorCredential, password: string): Promise<SignInResult> => {
    if (slow.has(credential.id) || slow.size >= maxSlowHashes) return 'busy'
    slow.add(credential.id)
    try {
      const { passwordHash } = credential
      if (!(await verifySlowly(password, passwordHash))) return 'nvu'
      return await credentials.replaceHash(credential, await addKeyedHash(password, passwordHash, secrets[0]))
    } finally {
      slow.delete(credential.id)
    }
  }

  const verify = async (userName: string, password: string): Promise<SignInResult> => {
    const credential = await credentials.find(userName)
    if (credential === undefined) return 'nvu'
    const isRight = verifyKeyedHash(password, credential.passwordHash, secrets)
    if (isRight === undefined) return verifyOnce(credential, password)
    return isRight ? credential : 'nvu'
  }

  return async (userName, password, address) => {
    if (!isWellFormedSecret('svcw_', password)) return 'nvu'
    const attempt = address === undefined ? undefined : attempts.begin(userName, address)
    if (address !== undefined && attempt === undefined) return 'busy'
    let isWrong = false
    try {
      const result = await verify(userName, password)
      isWrong = result === 'nvu'
      return result
    } finally {
      if (!isWrong) attempt?.uncount()
    }
  }
}
