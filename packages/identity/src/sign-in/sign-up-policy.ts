import type { ServerConfig } from '@bridge/platform/server-config'

/** What the policy depends on. */
export interface SignUpServices {
  readonly config: Pick<ServerConfig, 'signUp' | 'firstOwner'>
  /** Returns whether the address belongs to a member, or is invited. */
  isExpected(email: string): Promise<boolean>
}

/** Returns whether a person without an invitation may get an account with this address. */
function allowsSignUp({ signUp, firstOwner }: SignUpServices['config'], email: string): boolean {
  if (signUp === 'open' || email === firstOwner) return true
  return signUp !== 'invitation' && signUp.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** Returns whether an address may sign in: by the deployment's policy, as a member, or by an invitation. */
export async function maySignIn({ config, isExpected }: SignUpServices, email: string): Promise<boolean> {
  return allowsSignUp(config, email) || (await isExpected(email))
}
