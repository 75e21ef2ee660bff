/** Formats a time in ISO 8601 with a numeric offset instead of `Z`, as QuickBooks Online clients expect. */
export function isoTime(time: Date): string {
  return time.toISOString().replace('Z', '+00:00')
}
