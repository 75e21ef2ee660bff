/** ISO 8601 with milliseconds and a numeric offset, never `Z`: clients of QuickBooks Online expect the offset. */
export function isoTime(time: Date): string {
  return time.toISOString().replace('Z', '+00:00')
}
