/** An invalid command line; the message is one line for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** A start without address or token: nothing has connected this agent to a company file yet. */
export class NotSetUpError extends CommandError {}
