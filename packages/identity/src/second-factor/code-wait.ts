const freeCodes = 3
const firstWaitMs = 30 * 60_000
const waitMs = 24 * 60 * 60_000

/**
 * Returns when an app's next code is accepted after this many wrong ones in a row; null if at once. The wait doubles up
 * to a day: from a million codes, with three valid, someone with the user's mailbox tries about 380 in a year.
 */
export function findRetryAt(wrongCodes: number, at: Date): Date | null {
  const waits = wrongCodes - freeCodes
  if (waits < 0) return null
  return new Date(at.getTime() + Math.min(firstWaitMs * 2 ** Math.min(waits, 10), waitMs))
}
