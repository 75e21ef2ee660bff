/** Whether the database refused a row because another has the same key (Prisma's code P2002). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}
