/** Formats a time in ISO 8601 with a numeric offset instead of `Z`, as clients of QuickBooks Online expect. */
export function isoTime(time: Date): string {
  return time.toISOString().replace('Z', '+00:00')
}
