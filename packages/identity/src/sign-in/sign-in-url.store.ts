import type { Database } from '@bridge/database'

interface NewVerificationToken {
  readonly identifier: string
  readonly token: string
  readonly expires: Date
}

/**
 * Under this name, the link for the operator's terminal is kept next to the emailed one, which anyone can have replaced. No
 * email address has a colon.
 */
export function toOperatorIdentifier(email: string): string {
  return `operator:${email}`
}

/** Stores a sign-in link's token in next-auth's own table, replacing the address's earlier one. */
export function replaceVerificationToken(
  database: Database,
  { identifier, ...link }: NewVerificationToken,
): Promise<NewVerificationToken> {
  return database.verificationToken.upsert({
    where: { identifier },
    create: { identifier, ...link },
    update: link,
  })
}

/** Uses up the link with this token, whether it was emailed to the address or made for the operator, if there is one. */
export async function useVerificationToken(
  database: Database,
  { identifier, token }: Pick<NewVerificationToken, 'identifier' | 'token'>,
): Promise<NewVerificationToken | null> {
  const [used] = await database.$queryRaw<Pick<NewVerificationToken, 'expires'>[]>`
    DELETE FROM verification_token
    WHERE token = ${token} AND identifier IN (${identifier}, ${toOperatorIdentifier(identifier)})
    RETURNING expires`
  return used ? { identifier, token, ...used } : null
}
