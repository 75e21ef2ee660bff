'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import classes from './set-up-links.module.css'

/** Creates links to the set-up for the person at the PC, and revokes them. */
export function SetUpLinks({ realmId, hasDownload }: { realmId: RealmId; hasDownload: boolean }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const list = useQuery(trpc.listSetupLinks.queryOptions({ realmId }))
  const reload = () => queryClient.invalidateQueries(trpc.listSetupLinks.queryFilter({ realmId }))
  const create = useMutation(
    trpc.createSetupLink.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ url }) => {
        void reload()
        await secrets.show({
          title: 'Set-up link created',
          fileName: 'set-up-link.env',
          secrets: [{ label: 'Set-up link', environmentName: 'SETUP_LINK', value: url }],
          note: 'Send it to the person at the PC. It needs no sign-in, works for 7 days, shows the name and the state of this company file, and issues a pairing code for one agent.',
        })
        create.reset()
      },
    }),
  )
  const revoke = useMutation(trpc.revokeSetupLink.mutationOptions({ onSettled: reload }))
  const links = list.data?.setupLinks ?? []
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
            {!hasDownload && (
              <Text c="var(--bridge-warning)" size="sm" maw="60ch">
                This service offers no installer for download. Send the installer of the agent along with the link.
              </Text>
            )}
          </Stack>
          <Button loading={create.isPending} onClick={() => create.mutate({ realmId })}>
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
            {links.map(({ id, createdAt, expiresAt, openedAt }) => (
              <li key={id}>
                <Text span size="sm">
                  Created <TimeText at={createdAt} />,{' '}
                  {openedAt ? (
                    <>
                      opened <TimeText at={openedAt} />
                    </>
                  ) : (
                    'not opened yet'
                  )}
                  , expires <TimeText at={expiresAt} />
                </Text>
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={revoke.isPending && revoke.variables.setupLinkId === id}
                  onClick={() => revoke.mutate({ setupLinkId: id })}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  )
}
