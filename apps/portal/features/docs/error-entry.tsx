import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Prose } from '../../components/prose.tsx'
import type { DocumentedError } from './error-catalogue.ts'
import { SentenceList } from './sentence-list.tsx'

/** Documents one code: when it is returned, its causes and fixes. */
export function ErrorEntry({ error }: { error: DocumentedError }) {
  const { code, anchor, statuses, message, when, causes, fixes, retry } = error
  return (
    <Card withBorder component="article" id={anchor} aria-labelledby={`${anchor}-title`}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={3} size="h5" id={`${anchor}-title`} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            <Anchor href={`#${anchor}`} inherit c="var(--mantine-color-text)">
              {code}
            </Anchor>
          </Title>
          {statuses.map((status) => (
            <Badge key={status} variant="default" radius="sm" tt="none" fw={500}>
              HTTP {status}
            </Badge>
          ))}
          {message && (
            <Text size="sm" c="dimmed">
              {message}
            </Text>
          )}
        </Group>
        <Text>
          <Prose>{when}</Prose>
        </Text>
        <SentenceList title="Causes" sentences={causes} />
        <SentenceList title="What to do" sentences={fixes} />
        {retry && (
          <Text size="sm" c="dimmed">
            <Prose>{retry}</Prose>
          </Text>
        )}
      </Stack>
    </Card>
  )
}
