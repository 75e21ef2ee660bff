/** ISO 8601 with milliseconds and a numeric offset, never `Z`: clients of QuickBooks Online expect the offset. */
export const isoTime = (time: Date): string => time.toISOString().replace('Z', '+00:00')
