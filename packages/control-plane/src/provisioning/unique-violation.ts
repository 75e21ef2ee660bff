/** Returns whether the database rejected a row because another has the same key (Prisma's P2002). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}
