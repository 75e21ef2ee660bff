'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedState } from '../../components/failed-state.tsx'
import { IdText } from '../../components/id-text.tsx'
import { NextStep } from '../../components/next-step.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TextViewer } from '../../components/text-viewer.tsx'
import { findFaultObstacle, type Obstacle } from '../../lib/next-step.ts'
import { formatText } from '../../lib/text-lines.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { toStatusTone } from '../requests/logged-request.ts'
import { Plan, ResultPane } from '../requests/workbench.tsx'
import classes from './explorer.module.css'
import type { ExplorerResult } from './explorer-types.ts'
import { describeStatus, findCode, findDetail, findHeader } from './read-result.ts'
import type { Original } from './replay.ts'
import { ReplayDifference, ReplayVerdict } from './replay-verdict.tsx'
import type { useExplorer } from './use-explorer.ts'

interface ExplorerResultPaneProps {
  readonly explorer: ReturnType<typeof useExplorer>
  /** The request that is replayed. */
  readonly original: Original | undefined
}

/** Shows the response of the sent call, and how it differs from the original's. */
export function ExplorerResultPane({ explorer, original }: ExplorerResultPaneProps) {
  const { result, error, sent } = explorer
  if (error) return <FailedState error={error} title="The call was not sent" retry={explorer.sendAgain} />
  if (!result || !sent) return null
  const plan = findHeader(result, 'x-svc-plan')
  return (
    <>
      {explorer.isRepeatNeeded && <LostNotice explorer={explorer} />}
      <ResultPane
        status={
          <Stack gap={4}>
            {original && <ReplayVerdict original={original} result={result} />}
            <Summary result={result} realmId={sent.call.realmId} />
          </Stack>
        }
        times={result.times}
        tabs={[
          ...(original
            ? [{ name: 'Differences', content: <ReplayDifference original={original} result={result} /> }]
            : []),
          {
            name: 'Response',
            content: <TextViewer label="Response" text={result.body} characters={result.bodyCharacters} />,
          },
          {
            name: 'Request',
            content: (
              <TextViewer label="Request" text={formatRequest(sent.call.method, result.address, sent.call.body)} />
            ),
          },
          {
            name: 'Headers',
            content: (
              <TextViewer
                label="Headers"
                text={result.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
              />
            ),
          },
          ...(plan === undefined ? [] : [{ name: 'Query plan', content: <Plan plan={plan} /> }]),
        ]}
      />
    </>
  )
}

interface SummaryProps {
  readonly result: ExplorerResult
  readonly realmId: RealmId
}

function Summary({ result, realmId }: SummaryProps) {
  const code = findCode(result)
  const obstacle = code === undefined ? undefined : findFaultObstacle(code)
  const warning = findHeader(result, 'x-svc-warning')
  return (
    <>
      <Group gap="4px 16px">
        <StatusBadge tone={toStatusTone(result.status)}>{describeStatus(result)}</StatusBadge>
        <IdText label="request ID" value={result.traceId} />
        {code !== undefined && <TextLink href={`/docs/errors/${code}`}>What this error means</TextLink>}
      </Group>
      {code !== undefined && (
        <Text size="sm" maw="80ch">
          {findDetail(result).replace(/ https?:\/\/\S+$/, '')}
        </Text>
      )}
      {obstacle !== undefined && <FileStep obstacle={obstacle} realmId={realmId} />}
      {warning && <Text size="sm" maw="80ch">{`Warning: ${warning}`}</Text>}
    </>
  )
}

/** Shows the step that leads on from a fault, which depends on the company file's state. */
function FileStep({ obstacle, realmId }: { readonly obstacle: Obstacle; readonly realmId: RealmId }) {
  const { data } = useQuery(useTRPC().getRealmStatus.queryOptions({ realmId }))
  return data && <NextStep obstacle={obstacle} file={{ id: realmId, state: data.status.state }} />
}

/** Offers to repeat a write safely when its outcome is unknown. */
function LostNotice({ explorer }: Pick<ExplorerResultPaneProps, 'explorer'>) {
  const requestId = new URLSearchParams(explorer.sent?.call.query).get('requestid') ?? ''
  return (
    <Stack gap="xs" align="flex-start" className={classes.lost}>
      <Text fw={600}>The response was lost. The write may be posted, or not.</Text>
      <Text size="sm" maw="80ch">
        Send the same request again with its requestid <span className={classes.mono}>{requestId}</span>. QuickBooks
        posts it once, however often you repeat it.
      </Text>
      <Button onClick={explorer.sendAgain} loading={explorer.isSending}>
        Send again
      </Button>
    </Stack>
  )
}

function formatRequest(method: string, address: string, body: string): string {
  return `${method} ${address}${body === '' ? '' : `\n\n${formatText(body)}`}`
}
