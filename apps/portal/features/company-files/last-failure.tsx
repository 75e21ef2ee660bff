'use client'

import { Code, Group, Stack, Text } from '@mantine/core'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'
import type { CompanyFileStatus } from './queries.ts'

/** Shows the latest failed request, when its code occurs, and what to do first. */
export function LastFailure({ failure }: { failure: CompanyFileStatus['lastFailure'] }) {
  const { slug } = useOrganization()
  if (!failure) return <Text c="dimmed">No request has failed in the last 30 days.</Text>
  const { id, at, method, path, status, code, when, fix } = failure
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text span fw={500}>
          {code ?? `HTTP ${status}`}
        </Text>
        <Text span c="dimmed">
          <TimeText at={at} />
        </Text>
      </Group>
      <Code style={{ overflowWrap: 'anywhere' }}>{`${method} ${path}`}</Code>
      {when && <Text>{when.replaceAll('`', '')}</Text>}
      {fix && (
        <Text>
          <b>What to do:</b> {fix.replaceAll('`', '')}
        </Text>
      )}
      <Group gap="md">
        <TextLink href={`/orgs/${slug}/requests/${id}`}>Open the request</TextLink>
        {code && <TextLink href={`/docs/errors/${code}`}>{`Causes and fixes of ${code}`}</TextLink>}
      </Group>
    </Stack>
  )
}
