/** An invalid command line; the message is one line for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
