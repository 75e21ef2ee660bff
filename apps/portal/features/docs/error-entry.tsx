import { Anchor, Badge, Card, Group, List, ListItem, Stack, Text, Title } from '@mantine/core'
import { Prose } from '../../components/prose.tsx'
import type { DocumentedError } from './error-catalogue.ts'

/** One code: when it is answered, what causes it, what to do. */
export function ErrorEntry({ error }: { error: DocumentedError }) {
  const { code, anchor, statuses, message, when, causes, fixes, again } = error
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
        <Sentences title="Causes" sentences={causes} />
        <Sentences title="What to do" sentences={fixes} />
        {again && (
          <Text size="sm" c="dimmed">
            {again}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <List size="sm" spacing={4}>
        {sentences.map((sentence) => (
          <ListItem key={sentence}>
            <Prose>{sentence}</Prose>
          </ListItem>
        ))}
      </List>
    </div>
  )
}
