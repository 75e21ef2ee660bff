'use client'

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { IdText } from '../../components/id-text.tsx'
import { StatusBadge, type StatusTone } from '../../components/status-badge.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TextViewer } from '../../components/text-viewer.tsx'
import { formatText } from '../../lib/text-lines.ts'
import classes from './explorer.module.css'
import type { ExplorerResult } from './explorer-types.ts'
import { findCode, findDetail, findHeader, joinExchanges } from './read-result.ts'
import { TimeSplit } from './time-split.tsx'
import type { useExplorer } from './use-explorer.ts'

interface ResultPanelsProps {
  readonly explorer: ReturnType<typeof useExplorer>
}

/** Shows the response, and what QuickBooks received and returned, side by side. */
export function ResultPanels({ explorer }: ResultPanelsProps) {
  const { result, error, sent } = explorer
  return (
    <section aria-label="Result">
      <div role="status">{result && !error && <Summary result={result} />}</div>
      {error && <FailedState error={error} title="The call was not sent" retry={explorer.sendAgain} />}
      {!error && result && sent && (
        <Stack gap="md" mt="sm">
          {explorer.isRepeatNeeded && <LostNotice explorer={explorer} />}
          <div className={classes.side}>
            <Panel title="Response">
              <TextViewer label="Response" text={result.body} characters={result.bodyCharacters} isFramed />
            </Panel>
            <Panel title="Timing and plan">
              <TimeSplit result={result} />
            </Panel>
            <Panel title="qbXML sent">
              <Qbxml label="qbXML sent" result={result} direction="sent" />
            </Panel>
            <Panel title="qbXML received">
              <Qbxml label="qbXML received" result={result} direction="received" />
            </Panel>
            <Panel title="Request">
              <TextViewer
                label="Request"
                text={formatRequest(sent.call.method, result.address, sent.call.body)}
                isFramed
              />
            </Panel>
            <Panel title="Headers">
              <TextViewer
                label="Headers"
                text={result.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
                isFramed
              />
            </Panel>
          </div>
        </Stack>
      )}
    </section>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={`${title} of the call`}>
      <Group className={classes.head}>
        <Title order={2} size="h4">
          {title}
        </Title>
      </Group>
      {children}
    </section>
  )
}

function Qbxml({
  label,
  result,
  direction,
}: {
  label: string
  result: ExplorerResult
  direction: 'sent' | 'received'
}) {
  if (result.exchanges.length === 0 && result.exchangesLeftOut === 0) {
    return (
      <Text size="sm" c="dimmed" p="sm">
        Nothing. The call ended before reaching QuickBooks.
      </Text>
    )
  }
  return <TextViewer label={label} text={joinExchanges(result, direction)} isFramed />
}

function Summary({ result }: { result: ExplorerResult }) {
  const code = findCode(result)
  const tone: StatusTone = result.status < 400 ? 'success' : result.status < 500 ? 'warning' : 'danger'
  return (
    <Stack gap={4}>
      <Group gap="md">
        <StatusBadge tone={tone}>{code === undefined ? `${result.status} OK` : `${result.status} ${code}`}</StatusBadge>
        <Text size="sm">{Math.round(result.times.totalMs)} ms</Text>
        <IdText label="request ID" value={result.traceId} />
        {code !== undefined && <TextLink href={`/docs/errors/${code}`}>What this error means</TextLink>}
      </Group>
      {code !== undefined && (
        <Text size="sm" maw="80ch">
          {findDetail(result).replace(/ https?:\/\/\S+$/, '')}
        </Text>
      )}
      {findHeader(result, 'x-svc-warning') && (
        <Text size="sm" maw="80ch">
          Warning: {findHeader(result, 'x-svc-warning')}
        </Text>
      )}
    </Stack>
  )
}

/** Offers to repeat a write safely when its outcome is unknown. */
function LostNotice({ explorer }: ResultPanelsProps) {
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
