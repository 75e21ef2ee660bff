import type { Context } from 'hono'
import type { Mailer } from '../mail/mailer.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import type { Sandboxes } from '../sandbox/sandbox-desktop.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Limiters } from './limiters.ts'

/** What the surfaces of the server share. create-server.ts makes each of them once; a function picks what it needs. */
export interface Services extends Dependencies, Limiters {
  /** Returns the client's address, for limits per address and the audit log. */
  readonly clientAddress: (context: Context) => string
  readonly sandboxes: Sandboxes
  readonly mailer: Mailer
  readonly sessions: Sessions
}
