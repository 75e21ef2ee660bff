'use client'

import { List, ListItem, Stack, Tabs, TabsList, TabsPanel, TabsTab, Text, Title } from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { IdText } from '../../components/id-text.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TextViewer } from '../../components/text-viewer.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Section } from './detail-section.tsx'
import { FaultHelp } from './fault-help.tsx'
import { describeApp, describeTarget, type ExplainedRequest, formatStatus, toRequestTone } from './logged-request.ts'
import { MissingBodies } from './missing-bodies.tsx'
import { PostedNote } from './posted-note.tsx'
import { RelatedRequests } from './related-requests.tsx'
import { RequestComparison } from './request-comparison.tsx'
import classes from './request-detail.module.css'
import { requestsHref } from './request-parameters.ts'
import { TimeSplit } from './time-split.tsx'

interface RequestDetailProps {
  readonly explained: ExplainedRequest
  readonly onOpen: (id: string) => void
}

/** Everything known about a request, the most useful first. */
export function RequestDetail({ explained, onOpen }: RequestDetailProps) {
  const { request, fault, posted } = explained
  return (
    <Stack gap="lg">
      {posted && <PostedNote posted={posted} />}
      {fault && <FaultSection explained={explained} />}
      <Facts explained={explained} />
      <Section title="Time">
        <TimeSplit request={request} />
      </Section>
      <Bodies explained={explained} />
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
      'Status',
      <StatusBadge key="status" tone={toRequestTone(request)}>
        {formatStatus(request)}
      </StatusBadge>,
    ],
    [
      'Request',
      <code key="request" className={classes.target}>
        {request.method} {describeTarget(request)}
      </code>,
    ],
    [
      'Company file',
      <TextLink key="file" href={`/orgs/${slug}/company-files/${request.realmId}`}>
        <span dir="auto">{request.realmName}</span>
      </TextLink>,
    ],
    ['App', <span key="app" dir="auto">{`${describeApp(request)}`}</span>],
    ['Time', <TimeText key="time" at={request.at} />],
    ['X-Request-Id', <IdText key="trace" label="X-Request-Id" value={request.traceId} />],
    ...(request.requestId === null
      ? []
      : [['requestid', <IdText key="id" label="requestid" value={request.requestId} />] as const]),
    ...(request.field === null ? [] : [['Field', <code key="field">{request.field}</code>] as const]),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const bodyTabs = ['request', 'response', 'qbxml', 'headers', 'plan'] as const

function Bodies({ explained }: { explained: ExplainedRequest }) {
  const { bodies } = explained.request
  const [chosen, setChosen] = useQueryState('show', parseAsStringLiteral(bodyTabs))
  if (!bodies) return <MissingBodies explained={explained} />
  const first = bodies.request === '' ? 'response' : 'request'
  const tab = chosen === null || (chosen === 'plan' && bodies.plan === null) ? first : chosen
  return (
    <Tabs
      value={tab}
      onChange={(value) => void setChosen(bodyTabs.find((known) => known === value) ?? null)}
      keepMounted={false}
    >
      <TabsList aria-label="Texts">
        <TabsTab value="request">Request</TabsTab>
        <TabsTab value="response">Response</TabsTab>
        <TabsTab value="qbxml">{`qbXML (${bodies.exchanges.length + bodies.exchangesLeftOut})`}</TabsTab>
        <TabsTab value="headers">Headers</TabsTab>
        {bodies.plan !== null && <TabsTab value="plan">Query plan</TabsTab>}
      </TabsList>
      <TabsPanel value="request" pt="sm">
        {bodies.query !== '' && (
          <Text size="xs" mb="xs" className={classes.detail} ff="monospace">
            {bodies.query}
          </Text>
        )}
        {bodies.request === '' ? (
          <Text c="dimmed">The request has no body.</Text>
        ) : (
          <TextViewer label="Request body" text={bodies.request} characters={bodies.requestCharacters} />
        )}
      </TabsPanel>
      <TabsPanel value="response" pt="sm">
        <TextViewer label="Response body" text={bodies.answer} characters={bodies.answerCharacters} />
      </TabsPanel>
      <TabsPanel value="qbxml" pt="sm">
        <Exchanges bodies={bodies} />
      </TabsPanel>
      <TabsPanel value="headers" pt="sm">
        <Stack gap="sm">
          <Headers title="Request headers" headers={bodies.requestHeaders} />
          <Headers title="Response headers" headers={bodies.answerHeaders} />
        </Stack>
      </TabsPanel>
      {bodies.plan !== null && (
        <TabsPanel value="plan" pt="sm">
          <List size="sm">
            {bodies.plan.split('; ').map((step) => (
              <ListItem key={step} className={classes.detail}>
                {step}
              </ListItem>
            ))}
          </List>
        </TabsPanel>
      )}
    </Tabs>
  )
}

type Bodies = NonNullable<ExplainedRequest['request']['bodies']>

function Exchanges({ bodies: { exchanges, exchangesLeftOut } }: { bodies: Bodies }) {
  if (exchanges.length === 0) return <Text c="dimmed">Nothing was sent to QuickBooks.</Text>
  return (
    <Stack gap="md">
      {exchanges.map(({ request, requestCharacters, answer, answerCharacters, why }, index) => {
        const name = exchanges.length === 1 ? '' : ` ${index + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: exchanges never move
          <Stack key={index} gap="xs">
            <Title order={4} size="h6">{`Sent to QuickBooks${name}`}</Title>
            <TextViewer label={`qbXML sent${name}`} text={request} characters={requestCharacters} />
            <Title order={4} size="h6">{`Received from QuickBooks${name}`}</Title>
            {answer === null ? (
              <Text size="sm" c="dimmed">{`No response: ${why ?? 'unknown'}.`}</Text>
            ) : (
              <TextViewer label={`qbXML received${name}`} text={answer} characters={answerCharacters} />
            )}
          </Stack>
        )
      })}
      {exchangesLeftOut > 0 && (
        <Text size="xs" c="dimmed">{`${exchangesLeftOut} more message sets are not kept.`}</Text>
      )}
    </Stack>
  )
}

function Headers({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers)
  return (
    <div>
      <Title order={4} size="h6" mb={4}>
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
