'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Card, Radio, RadioGroup, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useCallback } from 'react'
import { FailedState } from '../../components/failed-state.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { QuickBooksChecks } from '../company-files/quickbooks-checks.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'
import { AgentSetUp } from './agent-set-up.tsx'
import { canRead } from './agent-steps.ts'
import type { Installer } from './describe-installer.ts'
import { SetUpLinks } from './set-up-links.tsx'
import type { SetUpPictures } from './set-up-pictures.tsx'
import { useRepeatedCheck } from './use-repeated-check.ts'

const ConnectorSetUp = dynamic(() => import('./connector-set-up.tsx').then((module) => module.ConnectorSetUp), {
  loading: () => <BlockSkeleton height={420} />,
})

const refetchMs = 2_000

const transports = ['agent', 'web_connector'] as const

const texts = {
  agent: {
    label: 'Agent',
    title: 'Set up the agent',
    about: 'A program on the PC with QuickBooks, which stays connected: calls reach QuickBooks within a second.',
  },
  web_connector: {
    label: 'Web Connector',
    title: 'Set up the Web Connector',
    about:
      'Intuit’s program, which polls every 15 seconds, so calls wait for its next poll. For PCs where you can’t install other programs.',
  },
} as const

interface SetUpProps {
  readonly realmId: RealmId
  /** The agent's installer that this service offers, if any. */
  readonly installer: Installer | undefined
  /** Whether this service serves the QuickBooks Web Connector. */
  readonly hasConnector: boolean
  readonly pictures: SetUpPictures
}

/** Leads an admin through a company file's set-up, or lets them send it to the person at the PC. */
export function SetUp(props: SetUpProps) {
  const { role } = useOrganization()
  return mayManage(role) ? (
    <AdminSetUp {...props} />
  ) : (
    <RoleNote needs="admin" to="set up the connection of this company file" />
  )
}

function AdminSetUp({ realmId, installer, hasConnector, pictures }: SetUpProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useQueryState('transport', parseAsStringLiteral(transports).withDefault('agent'))
  const transport = hasConnector ? chosen : 'agent'
  const query = useQuery(trpc.getRealmStatus.queryOptions({ realmId }, { refetchInterval: refetchMs }))
  const { mutateAsync } = useMutation(
    trpc.checkRealm.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.getRealmStatus.queryFilter({ realmId })),
    }),
  )
  const check = useCallback(() => mutateAsync({ realmId }), [mutateAsync, realmId])
  const links = useQuery(trpc.listSetupLinks.queryOptions({ realmId }, { refetchInterval: refetchMs }))
  const status = query.data?.status
  const sent = links.data?.setupLinks.filter((link) => link.transport === transport) ?? []
  useRepeatedCheck(status !== undefined && canRead(status), check)
  if (query.isError && !status) {
    return <FailedState error={query.error} title="The set-up could not be loaded" retry={() => void query.refetch()} />
  }
  if (!status) return <BlockSkeleton height={420} />
  return (
    <Stack gap="lg" maw={820}>
      {hasConnector && (
        <RadioGroup
          label="Connect through"
          value={transport}
          onChange={(value) => void setChosen(transports.find((known) => known === value) ?? null)}
        >
          <Stack gap="sm" mt="xs">
            {transports.map((value) => (
              <Radio key={value} value={value} label={texts[value].label} description={texts[value].about} />
            ))}
          </Stack>
        </RadioGroup>
      )}
      <SetUpLinks realmId={realmId} transport={transport} hasInstaller={installer !== undefined} />
      <Card withBorder>
        <Stack gap="lg">
          <Stack gap={4}>
            <Title order={2} size="h3">
              {texts[transport].title}
            </Title>
            <Text c="dimmed" maw="70ch">
              {sent.length > 0
                ? 'You see here which step the person at the PC has reached, and what to tell them on the phone.'
                : 'Do these steps at the PC with QuickBooks. Each step completes automatically.'}
            </Text>
          </Stack>
          {transport === 'agent' ? (
            <AgentSetUp
              realmId={realmId}
              status={status}
              installer={installer}
              link={getLinkUse(sent)}
              pictures={pictures.agent}
            />
          ) : (
            <ConnectorSetUp
              realmId={realmId}
              status={status}
              isLinkSent={sent.length > 0}
              pictures={pictures.connector}
            />
          )}
        </Stack>
      </Card>
      {transport === 'agent' && status.companyName !== null && <QuickBooksChecks realmId={realmId} />}
    </Stack>
  )
}

function getLinkUse(links: readonly { readonly startedAt: string | null }[]): 'none' | 'sent' | 'started' {
  if (links.length === 0) return 'none'
  return links.some(({ startedAt }) => startedAt !== null) ? 'started' : 'sent'
}
