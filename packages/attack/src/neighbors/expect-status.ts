import type { Reply } from '../target/reply.ts'

/** Returns a repeat that reaches the service if the response to its request has this status. */
export function expectStatus(expected: number, request: () => Promise<Reply>): () => Promise<boolean> {
  return async () => (await request()).status === expected
}
