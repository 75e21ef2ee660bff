import type { RecordedRequest } from './emulator-context.ts'

/** Finds requests against Stripe's API description, and changes without an idempotency key. */
export function findMistakes(requests: readonly RecordedRequest[]): readonly string[] {
  return requests.flatMap(({ method, operation, idempotencyKey: key, problem }) => {
    // The library makes keys, which differ when the service tries again.
    const hasOwnKey = key !== undefined && !key.startsWith('stripe-node-')
    if (problem === undefined && (method === 'GET' || hasOwnKey)) return []
    return [`${operation}: ${problem ?? 'no idempotency key'}`]
  })
}
