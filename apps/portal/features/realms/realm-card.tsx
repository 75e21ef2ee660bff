import { Badge, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconDeviceDesktop, IconFlask } from '@tabler/icons-react'
import { CopyText } from '../../components/copy-text.tsx'
import { RealmStatus } from './realm-status.tsx'
import type { RealmSummary } from './realm-summary.ts'

/** Shows a realm with its status and ID. */
export function RealmCard({ realm }: { realm: RealmSummary }) {
  const isSandbox = realm.kind === 'sandbox'
  const Icon = isSandbox ? IconFlask : IconDeviceDesktop
  return (
    <Card withBorder component="section" aria-label={realm.name}>
      <Group justify="space-between" gap="md">
        <Group gap="md" wrap="nowrap" align="flex-start" miw={0}>
          <ThemeIcon size={40} variant="light" color={isSandbox ? 'grape' : 'pine'} aria-hidden>
            <Icon size={22} stroke={1.7} />
          </ThemeIcon>
          <Stack gap={2} miw={0}>
            <Group gap="xs">
              <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
                {realm.name}
              </Title>
              <Badge variant="default" radius="sm" tt="none" fw={500}>
                {isSandbox ? 'Sandbox' : 'Production'}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              Created on <time dateTime={realm.createdAt}>{realm.createdAt.slice(0, 10)}</time>
            </Text>
          </Stack>
        </Group>
        <Stack gap={6} align="flex-start">
          <RealmStatus realm={realm} />
          <CopyText value={realm.id} label="realm ID" />
        </Stack>
      </Group>
    </Card>
  )
}
