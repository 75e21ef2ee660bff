'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Card, Code, Group, List, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import classes from './quickbooks-checks.module.css'

type Latest = NonNullable<PortalData['getQuickBooksChecks']['latest']>
type Check = Latest['checks'][number]

const refetchMs = 10_000

const marks: Readonly<Record<Check['outcome'], { readonly word: string; readonly icon: React.ReactNode }>> = {
  passed: {
    word: 'Passed:',
    icon: <IconCheck size={18} className={classes.icon} color="var(--bridge-success)" aria-hidden />,
  },
  failed: {
    word: 'Failed:',
    icon: <IconAlertTriangle size={18} className={classes.icon} color="var(--bridge-danger)" aria-hidden />,
  },
  skipped: {
    word: 'Not proved:',
    icon: <IconMinus size={18} className={classes.icon} color="var(--mantine-color-dimmed)" aria-hidden />,
  },
}

/** Shows what the agent found when it checked this QuickBooks, and what to do about what failed. */
export function QuickBooksChecks({ realmId }: { realmId: RealmId }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.getQuickBooksChecks.queryOptions({ realmId }, { refetchInterval: refetchMs }))
  if (query.isPending) return <BlockSkeleton height={200} />
  if (query.isError && !query.data) {
    return <FailedState error={query.error} title="The checks could not be loaded" retry={() => void query.refetch()} />
  }
  const { latest } = query.data
  return (
    <Card withBorder>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h3">
            Checks of QuickBooks
          </Title>
          <Text c="dimmed" maw="70ch">
            {latest
              ? 'What the agent found in this QuickBooks.'
              : 'The agent checks QuickBooks once, when no request needs it, after its first session with the company file. The results appear here.'}
          </Text>
        </Stack>
        {latest && <Results latest={latest} />}
      </Stack>
    </Card>
  )
}

function Results({ latest: { at, agentVersion, product, version, checks } }: { latest: Latest }) {
  const failed = checks.filter(({ outcome }) => outcome === 'failed').length
  return (
    <Stack gap="md">
      <Text fw={500}>
        {failed === 0 ? 'Nothing differs from what the service expects.' : `${failed} of ${checks.length} failed.`}
      </Text>
      <List listStyleType="none" spacing="sm">
        {checks.map((check) => (
          <List.Item key={check.id}>
            <CheckLine check={check} />
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        {product !== 'unknown' && `${product}, version ${version}. `}Agent {agentVersion}. Checked <TimeText at={at} />.
        To check again, choose “Check this QuickBooks” in the menu of the agent, and send the report.
      </Text>
    </Stack>
  )
}

function CheckLine({ check: { label, outcome, found, remedy } }: { check: Check }) {
  const { word, icon } = marks[outcome]
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      {icon}
      <Stack gap={2}>
        <Text>
          {outcome === 'passed' ? <VisuallyHidden>{`${word} `}</VisuallyHidden> : `${word} `}
          {label}
        </Text>
        {outcome !== 'passed' && (
          <Text size="sm">
            Found: <Code>{found}</Code>
          </Text>
        )}
        {remedy !== null && (
          <Text size="sm">
            <b>What to do:</b> {remedy}
          </Text>
        )}
      </Stack>
    </Group>
  )
}
