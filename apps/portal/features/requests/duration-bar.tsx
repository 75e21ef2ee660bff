import classes from './duration-bar.module.css'
import { formatMs, type LoggedRequest } from './logged-request.ts'

/** A share in a request's time. */
export interface TimePart {
  readonly name: 'service' | 'queue' | 'transit' | 'quickbooks'
  readonly label: string
  readonly ms: number
}

/** A request's times, of which one that did not reach QuickBooks lacks some. */
export type Times = Pick<LoggedRequest, 'totalMs' | 'queueMs' | 'gatewayMs' | 'desktopMs'>

/** Splits a request's time; the rest is the service's own. */
export function splitTime({ totalMs, queueMs, gatewayMs, desktopMs }: Times): readonly TimePart[] {
  const known = (queueMs ?? 0) + (gatewayMs ?? 0) + (desktopMs ?? 0)
  return [
    { name: 'service', label: 'Service', ms: Math.max(0, totalMs - known) },
    { name: 'queue', label: 'Queue', ms: queueMs ?? 0 },
    { name: 'transit', label: 'Transit', ms: gatewayMs ?? 0 },
    { name: 'quickbooks', label: 'QuickBooks', ms: desktopMs ?? 0 },
  ]
}

/** The full bar's duration. */
const fullMs = 10_000

/** Shows a duration as a number and a bar, split into service, queue, transit and QuickBooks. */
export function DurationBar({ request }: { request: Times }) {
  const parts = splitTime(request).filter(({ ms }) => ms > 0)
  const length = Math.max(4, Math.min(100, (Math.log10(1 + request.totalMs) / Math.log10(fullMs)) * 100))
  return (
    <span className={classes.duration} title={parts.map(({ label, ms }) => `${label} ${formatMs(ms)}`).join(', ')}>
      <span className={classes.number}>{formatMs(request.totalMs)}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${length}%` }}>
          {parts.map(({ name, ms }) => (
            <span key={name} data-part={name} style={{ flexGrow: ms }} />
          ))}
        </span>
      </span>
    </span>
  )
}
