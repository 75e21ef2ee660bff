import type { ServiceHistory as History } from '@bridge/control-plane/service-status/describe-history'
import { Stack, Text, Title } from '@mantine/core'
import { StatusBadge } from '../../components/status-badge.tsx'
import { describeDays, formatDuration, formatShare, formatUtc } from './format-history.ts'
import classes from './service-history.module.css'

const names = {
  service: 'Portal and API',
  gateway: 'Connections to company files',
  sandboxes: 'Sandboxes',
} as const

/** Shows how each part of the service has worked, day by day, and its outages. */
export function ServiceHistory({ history: { parts, incidents } }: { history: History }) {
  if (parts.length === 0) return <Text c="dimmed">The history begins with the first check, within a minute.</Text>
  return (
    <Stack gap="xl">
      <section aria-labelledby="history">
        <Title order={2} size="h3" mb="md" id="history">
          The last 90 days
        </Title>
        <ul className={classes.parts}>
          {parts.map((part) => (
            <li key={part.part}>
              <div className={classes.head}>
                <Title order={3} size="h4">
                  {names[part.part]}
                </Title>
                <PartState isUp={part.isUp} />
              </div>
              <div className={classes.days} role="img" aria-label={describeDays(part)}>
                {part.days.map(({ day, share }) => (
                  <span key={day} title={`${day}: ${formatShare(share)}`} data-state={toState(share)} />
                ))}
              </div>
              <div className={classes.scale} aria-hidden="true">
                <span>90 days ago</span>
                <span>{formatShare(part.share)}</span>
                <span>Today</span>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="incidents">
        <Title order={2} size="h3" mb="sm" id="incidents">
          Incidents
        </Title>
        {incidents.length === 0 ? (
          <Text c="dimmed">No outages in the last 90 days.</Text>
        ) : (
          <ul className={classes.incidents}>
            {incidents.map(({ part, since, until }) => (
              <li key={`${part} ${since}`}>
                <StatusBadge tone={until === undefined ? 'danger' : 'neutral'}>
                  {`${names[part]} unavailable ${until === undefined ? 'since then' : `for ${formatDuration(Date.parse(until) - Date.parse(since))}`}`}
                </StatusBadge>
                <time dateTime={since}>{formatUtc(since)}</time>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Stack>
  )
}

function PartState({ isUp }: { isUp: boolean | undefined }) {
  if (isUp === undefined) return <StatusBadge tone="neutral">Not checked</StatusBadge>
  return isUp ? <StatusBadge tone="success">Working</StatusBadge> : <StatusBadge tone="danger">Not working</StatusBadge>
}

/** Every outage is seen, also a short one. */
function toState(share: number | undefined): 'up' | 'partly' | 'down' | 'unknown' {
  if (share === undefined) return 'unknown'
  if (share === 1) return 'up'
  return share > 0.5 ? 'partly' : 'down'
}
