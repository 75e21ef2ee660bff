/** QuickBooks cannot be checked; the message says why and what to do. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError'
}
