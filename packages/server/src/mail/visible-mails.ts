import { isLoopback } from '../http/loopback.ts'
import type { Mail, Mailbox } from './mailbox.ts'

/**
 * Returns the emails that the development mailbox shows to a browser, which must call this machine by a loopback name.
 * Otherwise, a site whose name resolves to this machine (DNS rebinding) could read the sign-in links.
 */
export function getVisibleMails(mailbox: Mailbox | undefined, headers: Headers): readonly Mail[] | undefined {
  const url = `http://${headers.get('host') ?? ''}`
  return URL.canParse(url) && isLoopback(url) ? mailbox?.list() : undefined
}
