'use client'

import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { IdText } from '../../components/id-text.tsx'
import { Sentence } from '../../components/sentence.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TextViewer } from '../../components/text-viewer.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { toCompanyPath } from '../../lib/company-path.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Section } from './detail-section.tsx'
import { FaultHelp } from './fault-help.tsx'
import type { ShownExchange } from './join-exchanges.ts'
import { describeApp, type ExplainedRequest, formatStatus, toRequestTone } from './logged-request.ts'
import { MissingBodies } from './missing-bodies.tsx'
import { PostedNote } from './posted-note.tsx'
import { RelatedRequests } from './related-requests.tsx'
import { RequestComparison } from './request-comparison.tsx'
import classes from './request-detail.module.css'
import { RequestEvents } from './request-events.tsx'
import { requestsHref } from './request-parameters.ts'
import { Plan, ResultPane, Workbench } from './workbench.tsx'

interface RequestDetailProps {
  readonly explained: ExplainedRequest
  readonly onOpen: (id: string) => void
}

/** Everything known about a request, the most useful first. */
export function RequestDetail({ explained, onOpen }: RequestDetailProps) {
  const { request, fault, posted, events } = explained
  return (
    <Stack gap="lg">
      {posted && <PostedNote posted={posted} />}
      {fault && <FaultSection explained={explained} />}
      <Facts explained={explained} />
      <RequestEvents events={events} />
      <LoggedCall explained={explained} />
      <RelatedRequests request={request} onOpen={onOpen} />
      <RequestComparison explained={explained} />
    </Stack>
  )
}

function FaultSection({ explained: { request, fault } }: { explained: ExplainedRequest }) {
  const { slug } = useOrganization()
  if (!fault || request.code === null) return null
  return (
    <Section title="Causes and fixes">
      <Stack gap="xs">
        <FaultHelp fault={fault} />
        <Text size="sm">
          <TextLink href={fault.docsPath}>{`About ${request.code}`}</TextLink>
          {' · '}
          <TextLink href={requestsHref(slug, { code: request.code })}>Your calls with this code</TextLink>
        </Text>
      </Stack>
    </Section>
  )
}

function Facts({ explained: { request } }: { explained: ExplainedRequest }) {
  const { slug } = useOrganization()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'Company file',
      <TextLink key="file" href={`/orgs/${slug}/company-files/${request.realmId}`}>
        <bdi>{request.realmName}</bdi>
      </TextLink>,
    ],
    ['App', <Sentence key="app">{describeApp(request)}</Sentence>],
    ['Time', <TimeText key="time" at={request.at} isExact />],
    ['X-Request-Id', <IdText key="trace" label="X-Request-Id" value={request.traceId} />],
    ...(request.requestId === null
      ? []
      : [['requestid', <IdText key="id" label="requestid" value={request.requestId} />] as const]),
    ...(request.field === null ? [] : [['Field', <code key="field">{request.field}</code>] as const]),
  ]
  return (
    <dl className={classes.facts} data-columns>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The call, its response and both sides of the translation. */
function LoggedCall({ explained }: { explained: ExplainedRequest }) {
  const { request } = explained
  const { bodies } = request
  const tabs = bodies
    ? [
        {
          name: 'Response',
          content: <TextViewer label="Response body" text={bodies.answer} characters={bodies.answerCharacters} />,
        },
        {
          name: 'Headers',
          content: (
            <Stack gap="sm">
              <Headers title="Request headers" headers={bodies.requestHeaders} />
              <Headers title="Response headers" headers={bodies.answerHeaders} />
            </Stack>
          ),
        },
        ...(bodies.plan === null ? [] : [{ name: 'Query plan', content: <Plan plan={bodies.plan} /> }]),
      ]
    : []
  return (
    <Workbench
      call={
        <>
          <pre className={classes.target}>{formatTarget(request)}</pre>
          {!bodies ? (
            <MissingBodies explained={explained} />
          ) : bodies.request === '' ? (
            <Text size="sm" c="dimmed">
              The request has no body.
            </Text>
          ) : (
            <TextViewer label="Request body" text={bodies.request} characters={bodies.requestCharacters} />
          )}
        </>
      }
      result={
        <ResultPane
          status={<StatusBadge tone={toRequestTone(request)}>{formatStatus(request)}</StatusBadge>}
          times={request}
          tabs={tabs}
        />
      }
      exchanges={bodies?.exchanges.map(toShownExchange)}
      exchangesLeftOut={bodies?.exchangesLeftOut ?? 0}
    />
  )
}

function formatTarget({ method, path, queryText, bodies }: ExplainedRequest['request']): string {
  const address = `${method} ${toCompanyPath(path)}`
  return queryText === null ? address + (bodies?.query ?? '') : `${address}\n\n${queryText}`
}

type Bodies = NonNullable<ExplainedRequest['request']['bodies']>

function toShownExchange({
  request,
  requestCharacters,
  answer,
  answerCharacters,
  why,
}: Bodies['exchanges'][number]): ShownExchange {
  return {
    sent: request,
    sentCharacters: requestCharacters,
    received: answer,
    receivedCharacters: answerCharacters,
    reason: why,
  }
}

function Headers({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers)
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          None are kept.
        </Text>
      ) : (
        <dl className={classes.facts} data-mono>
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
