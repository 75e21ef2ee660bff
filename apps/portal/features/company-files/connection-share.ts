/** How long a company file was in which condition on a day. */
export interface HistoryDay {
  readonly day: string
  readonly connectedMs: number
  readonly waitingMs: number
  readonly offlineMs: number
}

const minuteMs = 60_000

/** Returns a day's bar segments, from the bottom, as shares of the time that is known. */
export function getShares({ connectedMs, waitingMs, offlineMs }: HistoryDay) {
  const knownMs = connectedMs + waitingMs + offlineMs
  return [
    { part: 'connected', share: connectedMs / knownMs },
    { part: 'waiting', share: waitingMs / knownMs },
    { part: 'offline', share: offlineMs / knownMs },
  ]
    .filter(({ share }) => share > 0)
    .map(({ part, share }) => ({ part, share: Math.max(share, 0.05) }))
}

/** Describes a day in words. */
export function describeDay({ day, connectedMs, waitingMs, offlineMs }: HistoryDay): string {
  const parts = [
    connectedMs > 0 && `connected ${formatDuration(connectedMs)}`,
    waitingMs > 0 && `QuickBooks not ready ${formatDuration(waitingMs)}`,
    offlineMs > 0 && `offline ${formatDuration(offlineMs)}`,
  ].filter((part) => part !== false)
  return `${day}: ${parts.length > 0 ? parts.join(', ') : 'no data'}`
}

function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs))
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}
