'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import type { CreatedLink } from './send-set-up-link.tsx'
import classes from './set-up-links.module.css'

const SendSetUpLink = dynamic(() => import('./send-set-up-link.tsx').then((module) => module.SendSetUpLink))

interface SetUpLinksProps {
  readonly realmId: RealmId
  readonly transport: 'agent' | 'web_connector'
  /** Whether this service offers the agent's installer. */
  readonly hasInstaller: boolean
}

const transportNames = { agent: 'Agent', web_connector: 'Web Connector' } as const

/** Creates links to the set-up for the person at the PC, sends them, and revokes them. */
export function SetUpLinks({ realmId, transport, hasInstaller }: SetUpLinksProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<CreatedLink>()
  const list = useQuery(trpc.listSetupLinks.queryOptions({ realmId }))
  const reload = () => queryClient.invalidateQueries(trpc.listSetupLinks.queryFilter({ realmId }))
  const create = useMutation(
    trpc.createSetupLink.mutationOptions({
      gcTime: 0,
      onSuccess: ({ setupLink, url }) => {
        void reload()
        setCreated({ id: setupLink.id, url })
      },
    }),
  )
  const revoke = useMutation(trpc.revokeSetupLink.mutationOptions({ onSettled: reload }))
  const links = list.data?.setupLinks ?? []
  const close = () => {
    setCreated(undefined)
    create.reset()
  }
  const lacksInstaller = transport === 'agent' && !hasInstaller
  return (
    <Card withBorder>
      <Stack gap="md">
        <Group justify="space-between" gap="md">
          <Stack gap={4} flex="1 1 280px">
            <Title order={2} size="h3">
              Not at the PC?
            </Title>
            <Text c="dimmed" maw="60ch">
              Send these steps as a link. It needs no sign-in and shows when each step is done.
            </Text>
            {lacksInstaller && (
              <Text c="var(--bridge-warning)" size="sm" maw="60ch">
                This service offers no installer for download. The page will ask the person to get it from you.
              </Text>
            )}
          </Stack>
          <Button loading={create.isPending} onClick={() => create.mutate({ realmId, transport })}>
            Send to the person at the PC
          </Button>
        </Group>
        {list.isError && !list.data && (
          <FailedState error={list.error} title="The links could not be loaded" retry={() => void list.refetch()} />
        )}
        <FailedChange change={create} title="The link was not created" />
        <FailedChange change={revoke} title="The link was not revoked" />
        {links.length > 0 && (
          <ul className={classes.links} aria-label="Set-up links">
            {links.map((link) => (
              <li key={link.id}>
                <Text span size="sm">
                  {transportNames[link.transport]}: created <TimeText at={link.createdAt} />, <LinkUse link={link} />,
                  expires <TimeText at={link.expiresAt} />
                </Text>
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  loading={revoke.isPending && revoke.variables.setupLinkId === link.id}
                  onClick={() => revoke.mutate({ setupLinkId: link.id })}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Stack>
      {created && <SendSetUpLink link={created} hasInstaller={!lacksInstaller} onClose={close} />}
    </Card>
  )
}

interface LinkUseProps {
  readonly link: { readonly openedAt: string | null; readonly startedAt: string | null }
}

/** How far the person at the PC has come with the link. */
function LinkUse({ link: { openedAt, startedAt } }: LinkUseProps) {
  if (startedAt !== null) {
    return (
      <>
        started <TimeText at={startedAt} />
      </>
    )
  }
  if (openedAt === null) return 'not opened yet'
  return (
    <>
      opened <TimeText at={openedAt} />
    </>
  )
}
