import { Secret, TOTP } from 'otpauth'

// What every authenticator app supports: RFC 6238 with SHA-1, 6 digits and steps of 30 seconds.
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Codes of this many steps before and after the current one are accepted, because clocks differ. */
const window = 1

const secretBytes = 20

/** Returns a new secret for an authenticator app: 160 random bits in base32, as RFC 4226 recommends. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** Returns the address that an authenticator app reads from a QR code: `otpauth://totp/…`. */
export function toOtpAuthUri(
  secret: string,
  { account, issuer }: { readonly account: string; readonly issuer: string },
): string {
  return new TOTP({ ...parameters, secret, label: account, issuer }).toString()
}

/** Returns the step that the code belongs to, counted since 1970, unless it is not valid at that time. */
export function findTotpStep(secret: string, code: string, at: Date): number | undefined {
  const totp = new TOTP({ ...parameters, secret })
  const timestamp = at.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
