/** An error users can fix: its message says how, and it is printed without a stack. */
export class QuickstartError extends Error {
  override readonly name = 'QuickstartError'
}
