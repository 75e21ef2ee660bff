'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { realmStates } from '@bridge/data-plane/realms/realm-states'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedChange } from '../../components/failed-change.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { mayManage, mayRead } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { ChooseCompanyFile } from './choose-company-file.tsx'
import { companyFilePath } from './company-file-paths.ts'
import { ConfirmCompanyFile } from './confirm-company-file.tsx'
import { ConnectionLines } from './connection-lines.tsx'
import { CopyButton } from './copy-button.tsx'
import { formatAgent, formatTransport, formatVersion } from './format-connection.ts'
import type { CompanyFileDetails, CompanyFileStatus } from './queries.ts'
import { StateBadge } from './state-badge.tsx'
import classes from './state-card.module.css'
import { createStepsText } from './steps-for-person.ts'

interface StateCardProps {
  readonly realm: CompanyFileDetails['realm']
  readonly status: CompanyFileStatus
  /** Whether the service serves the QuickBooks Web Connector. */
  readonly hasConnector: boolean
}

/** Says whether a company file can be reached, since when and through what, and what to do at the PC if it cannot. */
export function StateCard({ realm, status, hasConnector }: StateCardProps) {
  const { slug, role } = useOrganization()
  const { state, since } = status
  const { sentence, steps } = realmStates[state]
  const needsSetUp = state === 'never_connected'
  return (
    <Card withBorder>
      <Stack gap="md">
        <Stack gap={4} aria-live="polite">
          <Group gap="sm">
            <StateBadge state={state} />
            {state !== 'sandbox' && !needsSetUp && (
              <Text span c="dimmed">
                since <TimeText at={since} />
              </Text>
            )}
          </Group>
          {state !== 'connected' && <Text>{sentence}</Text>}
        </Stack>
        {state === 'file_unconfirmed' && status.companyFile !== null && mayManage(role) && (
          <ConfirmCompanyFile realmId={realm.id} companyFile={status.companyFile} />
        )}
        {steps.length > 0 && (
          <Stack gap="xs">
            <Title order={2} size="h4">
              What to do at the PC
            </Title>
            <ol className={classes.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <Group gap="xs">
              {needsSetUp && mayManage(role) && (
                <LinkButton href={companyFilePath(slug, realm.id, 'set-up')}>Set up the PC</LinkButton>
              )}
              <CopyButton text={createStepsText(realm.name, state)} label="Copy for the person at the PC" />
            </Group>
          </Stack>
        )}
        {state === 'sandbox'
          ? mayRead(role) && (
              <Group>
                <LinkButton variant="default" href={companyFilePath(slug, realm.id, 'sandbox')}>
                  Open the sandbox
                </LinkButton>
              </Group>
            )
          : !needsSetUp && <Facts realmId={realm.id} status={status} />}
        {status.transport === 'agent' && mayManage(role) && (
          <Group>
            <ChooseCompanyFile realmId={realm.id} />
          </Group>
        )}
        {state !== 'sandbox' && hasConnector && <ConnectionLines realmId={realm.id} status={status} />}
      </Stack>
    </Card>
  )
}

function Facts({ realmId, status }: { realmId: RealmId; status: CompanyFileStatus }) {
  const { role } = useOrganization()
  return (
    <>
      <dl className={classes.facts}>
        <Fact label="Company">{status.companyName ?? 'Not read yet'}</Fact>
        <Fact label="Open file">{status.companyFile ?? '–'}</Fact>
        <Fact label="QuickBooks">{formatVersion(status)}</Fact>
        <Fact label="Through">
          {formatTransport(status)}
          {status.transport === 'agent' && formatAgent(status)}
        </Fact>
        <Fact label="Connected at">
          <TimeText at={status.transport === 'web_connector' ? status.since : status.connectedAt} />
        </Fact>
        <Fact label="Last call">
          <TimeText at={status.lastCallAt} otherwise="None in 30 days" />
        </Fact>
        <Fact label="Failures, 24 h">{status.failures.toLocaleString('en')}</Fact>
        <Fact label="Last checked">
          <TimeText at={status.checkedAt} otherwise="Never" />
        </Fact>
      </dl>
      {mayRead(role) && <Check realmId={realmId} />}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

/** Reads the company's name and QuickBooks' version now, which also shows what keeps QuickBooks from responding. */
function Check({ realmId }: { realmId: RealmId }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const check = useMutation(
    trpc.checkRealm.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.getRealmStatus.queryFilter({ realmId })),
    }),
  )
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ realmId })}>
          Check the connection
        </Button>
        <Text span role="status" c="dimmed">
          {check.data &&
            (check.data.check.reason === null
              ? 'QuickBooks responded.'
              : `QuickBooks did not respond. ${check.data.check.reason}`)}
        </Text>
      </Group>
      <FailedChange change={check} title="The connection was not checked" />
    </Stack>
  )
}
