import { Secret, TOTP } from 'otpauth'

// Supported by every authenticator app: RFC 6238 with SHA-1, 6 digits and 30-second steps.
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Codes up to this many steps before and after the current one are accepted, because clocks differ. */
const window = 1

const secretBytes = 20

/** Returns a new secret for an authenticator app: 160 random bits in base32, as RFC 4226 recommends. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** Returns the address an authenticator app reads from a QR code: `otpauth://totp/…`. */
export function toOtpAuthUri(
  secret: string,
  { account, issuer }: { readonly account: string; readonly issuer: string },
): string {
  return new TOTP({ ...parameters, secret, label: account, issuer }).toString()
}

/** Returns the code's step, counted since 1970, unless it is not valid at that time. */
export function findTotpStep(secret: string, code: string, at: Date): number | undefined {
  const totp = new TOTP({ ...parameters, secret })
  const timestamp = at.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
