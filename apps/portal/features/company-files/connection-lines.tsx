'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { isolateName } from '@bridge/identity/access/isolate-name'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Sentence } from '../../components/sentence.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './connection-lines.module.css'
import { getConnectorState } from './connector-state.ts'
import type { CompanyFileStatus } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

/** Polls change no organization, so the service does not report them. */
const refreshMs = 5_000

interface ConnectionLinesProps {
  readonly realmId: RealmId
  readonly status: CompanyFileStatus
}

/** A company file's agent and Web Connectors, side by side. Shows nothing without a Web Connector. */
export function ConnectionLines({ realmId, status }: ConnectionLinesProps) {
  const trpc = useTRPC()
  const now = useNow()
  const { data } = useQuery(trpc.listConnectorCredentials.queryOptions({ realmId }, { refetchInterval: refreshMs }))
  const credentials = data?.connectorCredentials.filter(({ revoked }) => !revoked) ?? []
  if (credentials.length === 0) return null
  return (
    <section aria-labelledby="connections">
      <Title order={2} size="h4" id="connections">
        Connections
      </Title>
      <ul className={classes.lines}>
        {status.connectedAt !== null && (
          <Line
            name={status.agentTokenLabel === null ? 'Agent' : `Agent “${isolateName(status.agentTokenLabel)}”`}
            badge={
              status.transport === 'agent' ? (
                <StateBadge state={status.state} />
              ) : (
                <StatusBadge tone="neutral">Not in use</StatusBadge>
              )
            }
            advice={undefined}
          >
            last seen <TimeText at={status.lastSeenAt} />
          </Line>
        )}
        {credentials.map((credential) => {
          const { tone, label, advice } = getConnectorState(credential, now)
          return (
            <Line
              key={credential.id}
              name={`Web Connector “${isolateName(credential.label)}”`}
              badge={<StatusBadge tone={tone}>{label}</StatusBadge>}
              advice={advice}
            >
              {credential.lastPolledAt !== null && (
                <>
                  last poll <TimeText at={credential.lastPolledAt} />
                </>
              )}
            </Line>
          )
        })}
      </ul>
    </section>
  )
}

interface LineProps {
  readonly name: string
  readonly badge: ReactNode
  readonly advice: string | undefined
  readonly children: ReactNode
}

function Line({ name, badge, advice, children }: LineProps) {
  return (
    <li>
      <Text span className={classes.name}>
        <Sentence>{name}</Sentence>
      </Text>
      {badge}
      <Text span c="dimmed" size="sm">
        {children}
      </Text>
      {advice !== undefined && (
        <Text size="sm" c="dimmed" w="100%" maw="70ch">
          {advice}
        </Text>
      )}
    </li>
  )
}
