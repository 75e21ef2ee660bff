import type { ServerConfig } from '@bridge/platform/server-config'
import type { Mailer } from '../mail/mailer.ts'

/** Returns whether people can sign in by an emailed link. */
export function sendsSignInLinks(
  { signInLinks }: Pick<ServerConfig, 'signInLinks'>,
  { delivers }: Pick<Mailer, 'delivers'>,
): boolean {
  return signInLinks && delivers
}
