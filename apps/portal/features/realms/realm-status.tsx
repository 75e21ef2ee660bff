import { Group, Text } from '@mantine/core'
import classes from './realm-status.module.css'
import type { RealmSummary } from './realm-summary.ts'

/** Shows what serves the realm, as text and a colored dot. */
export function RealmStatus({ realm }: { realm: Pick<RealmSummary, 'kind' | 'connected' | 'online'> }) {
  const { text, tone } = getStatus(realm)
  return (
    <Group gap={8} wrap="nowrap">
      <span className={classes.dot} data-tone={tone} aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  )
}

function getStatus({ kind, connected, online }: Pick<RealmSummary, 'kind' | 'connected' | 'online'>) {
  if (kind === 'sandbox') return { text: 'Always online', tone: 'on' }
  if (online) return { text: 'Agent online', tone: 'on' }
  if (connected) return { text: 'Web Connector connected', tone: 'on' }
  return { text: 'Offline: no agent connected', tone: 'off' }
}
