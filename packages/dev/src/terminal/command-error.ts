/** An error users can fix: its message says how, and it is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
