/** Why a command cannot go on: one line that says what to do. Shown without a stack. */
export class QuickstartError extends Error {
  override readonly name = 'QuickstartError'
}
