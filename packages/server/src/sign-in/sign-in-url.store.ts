import type { Database } from '@bridge/database'

interface NewVerificationToken {
  readonly identifier: string
  readonly token: string
  readonly expires: Date
}

/** Stores the token of a sign-in link in next-auth's own table. */
export function insertVerificationToken(database: Database, token: NewVerificationToken) {
  return database.verificationToken.create({ data: token, select: { identifier: true } })
}
