/** Creates a clock that starts at a fixed time and runs, so that the sample books do not move with the calendar. */
export function createTestClock(): () => Date {
  const startedAt = performance.now()
  return () => new Date(Date.UTC(2026, 2, 16, 12) + performance.now() - startedAt)
}
