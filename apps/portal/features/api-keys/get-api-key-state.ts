interface KeyTimes {
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
}

const unusedMs = 30 * 24 * 60 * 60 * 1000

/** Returns whether a key has expired, or was neither created nor used in the last 30 days. */
export function getApiKeyState(
  { createdAt, lastUsedAt, expiresAt }: KeyTimes,
  now: number,
): 'active' | 'expired' | 'unused' {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return 'expired'
  return now - Date.parse(lastUsedAt ?? createdAt) >= unusedMs ? 'unused' : 'active'
}
