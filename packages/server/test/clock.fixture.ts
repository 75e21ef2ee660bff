/** Creates a running clock starting at a fixed time: the sample books do not move with the calendar. */
export function createTestClock(): () => Date {
  const startedAt = performance.now()
  return () => new Date(Date.UTC(2026, 2, 16, 12) + performance.now() - startedAt)
}
