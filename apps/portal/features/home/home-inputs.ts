const dayMs = 86_400_000
const bucketCount = 48
const maxFailuresShown = 5

/** The last 24 hours' calls. */
export function recentCallsInput(orgId: string) {
  return { orgId, buckets: bucketCount }
}

/** The most frequent failures in the 24 hours before a time. */
export function failuresInput(orgId: string, before: Date) {
  return { orgId, since: new Date(before.getTime() - dayMs).toISOString(), limit: maxFailuresShown }
}
