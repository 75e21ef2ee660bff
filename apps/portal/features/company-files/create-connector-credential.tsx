'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { isolateName } from '@bridge/identity/access/isolate-name'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { toConnectorSecrets } from './connector-secrets.ts'
import { LabelDialog } from './label-dialog.tsx'

/** How the button and its dialog are worded for a first PC, and for the PCs after it. */
const wordings = {
  first: {
    opens: 'Create credential',
    title: 'Create a credential',
    description: 'Names the PC. Each PC needs its own credential.',
    draftName: 'create-connector-credential',
  },
  another: {
    opens: 'New file for another PC',
    title: 'Create a file for another PC',
    description:
      'Names the PC. QuickBooks accepts each file once, so a second PC, a new one, and a Web Connector that shows QBWC1039 need a new file. Earlier files stay in use until you revoke them.',
    draftName: 'create-connector-file',
  },
} as const

interface CreateConnectorCredentialProps {
  readonly realmId: RealmId
  readonly wording?: keyof typeof wordings
}

/** A button whose dialog creates a Web Connector credential and shows its password once. */
export function CreateConnectorCredential({ realmId, wording = 'first' }: CreateConnectorCredentialProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const disclosure = useDisclosure()
  const create = useMutation(
    trpc.createConnectorCredential.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ label, userName, password }) => {
        disclosure[1].close()
        void queryClient.invalidateQueries(trpc.listConnectorCredentials.queryFilter({ realmId }))
        await secrets.show({
          title: `Credential “${isolateName(label)}” created`,
          ...toConnectorSecrets(userName, password),
          note: 'Next, download its file and add it to the Web Connector at the PC, which asks for this password.',
        })
        create.reset()
      },
    }),
  )
  return (
    <LabelDialog
      {...wordings[wording]}
      isSecondary={wording === 'another'}
      action="Create credential"
      errorTitle="The credential was not created"
      create={create}
      disclosure={disclosure}
      onSubmit={(label) => create.mutate({ realmId, label })}
    />
  )
}
