/** Returns an error's code from PostgreSQL (its appendix A) or the system. */
export function findCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
