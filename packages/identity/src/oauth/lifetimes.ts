/** Code and token lifetimes, in seconds. */
export const lifetimes = {
  accessTokenSeconds: 3_600,
  refreshTokenSeconds: 8_640_000,
  /** A rotated refresh token's grace period. */
  refreshGraceSeconds: 300,
  authorizationCodeSeconds: 600,
  consentRequestSeconds: 600,
} as const

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}
