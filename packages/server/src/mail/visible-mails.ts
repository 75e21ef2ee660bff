import { isLoopback } from '../http/loopback.ts'
import type { Mail, Mailbox } from './mailbox.ts'

/**
 * Returns the mails that the development mailbox shows a browser: only one that calls this machine by a loopback name. A
 * site whose name resolves to this machine (DNS rebinding) could read the sign-in links otherwise.
 */
export function getVisibleMails(mailbox: Mailbox | undefined, headers: Headers): readonly Mail[] | undefined {
  const url = `http://${headers.get('host') ?? ''}`
  return URL.canParse(url) && isLoopback(url) ? mailbox?.list() : undefined
}
