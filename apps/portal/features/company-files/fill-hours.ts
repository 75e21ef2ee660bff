/** An hour's requests and failures. */
export interface HourCount {
  readonly at: string
  readonly calls: number
  readonly failures: number
}

const hourMs = 3_600_000

/** Returns a bar for each recent hour, oldest first, including those without a request. */
export function fillHours(counts: readonly HourCount[], now: Date, hours: number) {
  const byHour = new Map(counts.map((count) => [Math.floor(new Date(count.at).getTime() / hourMs), count]))
  const current = Math.floor(now.getTime() / hourMs)
  return Array.from({ length: hours }, (_, index) => {
    const hour = current - hours + 1 + index
    const { calls = 0, failures = 0 } = byHour.get(hour) ?? {}
    return { label: formatHour(new Date(hour * hourMs)), succeeded: calls - failures, failed: failures }
  })
}

function formatHour(hour: Date): string {
  return `${String(hour.getHours()).padStart(2, '0')}:00`
}
