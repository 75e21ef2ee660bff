import { Group, Text } from '@mantine/core'
import type { ListedRealm } from './listed-realm.ts'
import classes from './realm-status.module.css'

/** What serves the realm now, in words and with a dot of colour. */
export function RealmStatus({ realm }: { realm: Pick<ListedRealm, 'kind' | 'connected' | 'online'> }) {
  const { text, tone } = statusOf(realm)
  return (
    <Group gap={8} wrap="nowrap">
      <span className={classes.dot} data-tone={tone} aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  )
}

function statusOf({ kind, connected, online }: Pick<ListedRealm, 'kind' | 'connected' | 'online'>) {
  if (kind === 'sandbox') return { text: 'Always online', tone: 'on' }
  if (online) return { text: 'Agent online', tone: 'on' }
  if (connected) return { text: 'Web Connector connected', tone: 'on' }
  return { text: 'Offline: no agent is connected', tone: 'off' }
}
