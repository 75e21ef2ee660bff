'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/data-table.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TimeText } from '../../components/time-text.tsx'
import tip from '../../components/tip.module.css'
import { useTRPC } from '../../lib/trpc.ts'
import classes from './connection-history.module.css'
import { describeDay, getShares } from './connection-share.ts'
import { OverviewSection } from './overview-section.tsx'
import { StateBadge } from './state-badge.tsx'

const changesShown = 8

/** Words for why a connection ended or changed, by their agent-protocol names. */
const reasons: Readonly<Record<string, string>> = {
  stopping: 'The agent was stopped.',
  lost: 'The connection was lost.',
  silent: 'The agent did not respond.',
  draining: 'The service restarted.',
  gatewayError: 'The service had a problem.',
  superseded: 'A newer agent replaced this one.',
  replaced: 'Replaced an agent with another token.',
  tokenRevoked: 'The agent token was revoked.',
  wrongVersion: 'The agent is too old.',
  protocolError: 'The agent sent an invalid message.',
  tooBig: 'The agent sent too large a message.',
}

/** Words for why a Web Connector ended. */
const connectorReasons: Readonly<Record<string, string>> = {
  silent: 'The Web Connector stopped polling.',
  lost: 'The Web Connector stopped polling.',
  credentialRevoked: 'The credential was revoked.',
}

/** Shows a company file's daily uptime over 30 days, and the latest changes. */
export function ConnectionHistory({ realmId }: { realmId: RealmId }) {
  const trpc = useTRPC()
  const history = useQuery(trpc.getConnectionHistory.queryOptions({ realmId }))
  if (history.isError && !history.data) {
    return (
      <FailedState
        error={history.error}
        title="The connection history could not be loaded"
        retry={() => void history.refetch()}
      />
    )
  }
  if (!history.data) return <BlockSkeleton height={220} />
  const { days, changes } = history.data
  return (
    <OverviewSection title="Connection, last 30 days">
      <Stack gap={4}>
        <ol className={classes.days}>
          {days.map((day) => (
            <li key={day.day} className={`${classes.day} ${tip.tip}`} data-tip={describeDay(day)}>
              <VisuallyHidden>{describeDay(day)}</VisuallyHidden>
              <span className={classes.parts}>
                {getShares(day).map(({ part, share }) => (
                  <span key={part} className={classes.part} data-part={part} style={{ height: `${share * 100}%` }} />
                ))}
              </span>
            </li>
          ))}
        </ol>
        <Group justify="space-between" aria-hidden>
          <Text size="xs" c="dimmed">
            30 days ago
          </Text>
          <Text size="xs" c="dimmed">
            Today (UTC)
          </Text>
        </Group>
      </Stack>
      {changes.length > 0 && (
        <DataTable
          label="Latest changes of the connection"
          rows={changes.slice(0, changesShown).map((change, index) => ({ ...change, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { key: 'state', label: 'Change', render: ({ state }) => <StateBadge state={state} /> },
            {
              key: 'why',
              label: 'Why',
              width: '45%',
              render: ({ transport, reason, companyFile }) =>
                reason
                  ? ((transport === 'agent' ? reasons : connectorReasons)[reason] ?? reason)
                  : (companyFile ?? '–'),
            },
            { key: 'at', label: 'Time', width: '20%', render: ({ at }) => <TimeText at={at} /> },
          ]}
        />
      )}
    </OverviewSection>
  )
}
