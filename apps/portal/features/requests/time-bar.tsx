import { Group, Text } from '@mantine/core'
import { formatMs, type LoggedRequest } from './logged-request.ts'
import classes from './time-bar.module.css'

export type Times = Pick<LoggedRequest, 'totalMs' | 'queueMs' | 'gatewayMs' | 'desktopMs'>

interface TimePart {
  readonly name: 'service' | 'queue' | 'transit' | 'quickbooks'
  readonly label: string
  readonly meaning: string
  readonly ms: number
}

/** Splits a call's time, in the order of its way; the rest is the service's own. */
export function splitTime({ totalMs, queueMs, gatewayMs, desktopMs }: Times): readonly TimePart[] {
  const known = (queueMs ?? 0) + (gatewayMs ?? 0) + (desktopMs ?? 0)
  return [
    { name: 'service', label: 'Service', meaning: 'in the service', ms: Math.max(0, totalMs - known) },
    { name: 'queue', label: 'Queue', meaning: 'in the queue of the company file', ms: queueMs ?? 0 },
    { name: 'transit', label: 'Transit', meaning: 'to the company file and back', ms: gatewayMs ?? 0 },
    { name: 'quickbooks', label: 'QuickBooks', meaning: 'in QuickBooks', ms: desktopMs ?? 0 },
  ]
}

/** Shows where a call's time went, with a legend. */
export function TimeBar({ times }: { times: Times }) {
  const parts = splitTime(times)
  return (
    <section aria-label="Time">
      <Bar parts={parts} />
      <Group gap="4px 16px" mt={6}>
        <Text size="xs">{`${formatMs(times.totalMs)} in total`}</Text>
        {parts.map(({ name, label, meaning, ms }) => (
          <Group key={name} gap={6} title={`${formatMs(ms)} ${meaning}`}>
            <span className={classes.swatch} data-part={name} aria-hidden />
            <Text size="xs" c="dimmed">{`${label} ${formatMs(ms)}`}</Text>
          </Group>
        ))}
      </Group>
      {times.desktopMs === null && times.gatewayMs === null && (
        <Text size="xs" c="dimmed" mt={4}>
          The call did not reach the company file.
        </Text>
      )}
    </section>
  )
}

/** The full bar's duration in a list. */
const fullMs = 10_000

/** Shows a duration in a list, as a number and the same bar, whose length grows with the duration. */
export function DurationBar({ request }: { request: Times }) {
  const parts = splitTime(request)
  const shown = parts.filter(({ ms }) => ms > 0).map(({ label, ms }) => `${label} ${formatMs(ms)}`)
  const length = Math.max(4, Math.min(100, (Math.log10(1 + request.totalMs) / Math.log10(fullMs)) * 100))
  return (
    <span className={classes.duration} title={shown.join(', ')}>
      <span className={classes.number}>{formatMs(request.totalMs)}</span>
      <span className={classes.track} aria-hidden>
        <span style={{ display: 'block', width: `${length}%` }}>
          <Bar parts={parts} />
        </span>
      </span>
    </span>
  )
}

function Bar({ parts }: { parts: readonly TimePart[] }) {
  return (
    <span className={classes.bar} data-time-bar aria-hidden>
      {parts
        .filter(({ ms }) => ms > 0)
        .map(({ name, ms }) => (
          <span key={name} data-part={name} style={{ flexGrow: ms }} />
        ))}
    </span>
  )
}
