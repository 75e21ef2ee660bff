import type { Reply } from '../target/reply.ts'

/** Returns a repeat counted as reaching the service if its response has this status. */
export function expectStatus(expected: number, request: () => Promise<Reply>): () => Promise<boolean> {
  return async () => (await request()).status === expected
}
