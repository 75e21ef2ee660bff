'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { Section } from '../../components/section.tsx'
import type { PortalData } from '../../lib/portal-data.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

const maxListed = 200

/** Deletes an app after listing what it disconnects. */
export function DeleteApp({ app }: { app: PortalData['getClient']['client'] }) {
  const { id: orgId, slug } = useOrganization()
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(
    trpc.listClientConnections.queryOptions({ clientId: app.id, limit: maxListed }, { enabled: isOpen }),
  )
  const remove = useMutation(trpc.deleteClient.mutationOptions())
  const files = [...new Map(data?.connections.map(({ realmId, realmName }) => [realmId, realmName])).values()]
  return (
    <Section
      title="Delete this app"
      description="Its secret and all of its tokens stop working at once."
      actions={
        <Button variant="outline" color="red" onClick={() => setOpen(true)}>
          Delete app
        </Button>
      }
    >
      <ConfirmByName
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Delete this app?"
        name={app.name}
        consequences={[
          'Its Client ID and client secret stop working at once. This cannot be undone.',
          ...files.map((name) => (
            <>
              Disconnects <bdi>{name}</bdi>.
            </>
          )),
          ...(error && !data
            ? [
                <FailedState
                  key="failed"
                  error={error}
                  title="What would be disconnected could not be loaded"
                  retry={() => void refetch()}
                />,
              ]
            : []),
          ...(data?.before ? ['Disconnects more company files than are listed here.'] : []),
          ...(data && files.length === 0 ? ['It isn’t connected to any company file.'] : []),
        ]}
        action="Delete app"
        onConfirm={async () => {
          await remove.mutateAsync({ clientId: app.id })
          router.push(`/orgs/${slug}/apps`)
          await queryClient.invalidateQueries(trpc.listClients.queryFilter({ orgId }))
        }}
      />
    </Section>
  )
}
