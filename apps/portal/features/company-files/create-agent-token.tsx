'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { isolateName } from '@bridge/identity/access/isolate-name'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { LabelDialog } from './label-dialog.tsx'

/** A button whose dialog creates an agent token and shows it once. */
export function CreateAgentToken({ realmId }: { readonly realmId: RealmId }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const disclosure = useDisclosure()
  const create = useMutation(
    trpc.createAgentToken.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ label, token }) => {
        disclosure[1].close()
        void queryClient.invalidateQueries(trpc.getRealm.queryFilter({ realmId }))
        await secrets.show({
          title: `Agent token “${isolateName(label)}” created`,
          fileName: 'agent.env',
          secrets: [
            { label: 'Agent token', environmentName: 'BRIDGE_AGENT_TOKEN', value: token },
            { label: 'Address of the service', environmentName: 'BRIDGE_URL', value: window.location.origin },
          ],
          note: 'Enter both in the agent at the PC. The page of the company file shows when it connects.',
        })
        create.reset()
      },
    }),
  )
  return (
    <LabelDialog
      opens="Create agent token"
      title="Create an agent token"
      description="Names the PC, so that you know which token to revoke."
      action="Create token"
      errorTitle="The token was not created"
      draftName="create-agent-token"
      create={create}
      disclosure={disclosure}
      onSubmit={(label) => create.mutate({ realmId, label })}
    />
  )
}
