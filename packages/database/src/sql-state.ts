/** Returns the code of an error of PostgreSQL (its appendix A) or of the system. */
export function findCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
