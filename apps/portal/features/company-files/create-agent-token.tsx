'use client'

import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { useTRPC } from '../../lib/trpc.ts'

interface CreateAgentTokenProps extends ButtonProps {
  readonly realmId: string
}

const labelCharactersMax = 80

/** A button with a dialog that creates an agent token and shows it once. */
export function CreateAgentToken({ realmId, ...button }: CreateAgentTokenProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} {...button}>
        Create agent token
      </Button>
      <Modal opened={isOpen} onClose={close} title="Create an agent token" closeButtonProps={{ 'aria-label': 'Close' }}>
        {isOpen && <CreateForm realmId={realmId} onClose={close} />}
      </Modal>
    </>
  )
}

function CreateForm({ realmId, onClose }: { realmId: string; onClose: () => void }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const create = useMutation(
    trpc.createAgentToken.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ label, token }) => {
        onClose()
        void queryClient.invalidateQueries(trpc.getRealm.queryFilter({ realmId }))
        const { origin } = window.location
        await secrets.show({
          title: `Agent token “${label}” created`,
          fileName: 'agent.env',
          secrets: [
            { label: 'Agent token', environmentName: 'BRIDGE_AGENT_TOKEN', value: token },
            { label: 'Address of the service', environmentName: 'BRIDGE_URL', value: origin },
          ],
          note: 'Enter both in the agent at the PC. The page of the company file shows when it connects.',
        })
        create.reset()
      },
    }),
  )
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { label: '' },
    validate: { label: (label) => (label.trim() ? null : 'Enter a label, such as the name of the PC.') },
  })
  return (
    <form onSubmit={form.onSubmit(({ label }) => create.mutate({ realmId, label }))}>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label="Label"
          description="Names the PC, so that you know which token to revoke."
          placeholder="Front desk"
          dir="auto"
          autoComplete="off"
          maxLength={labelCharactersMax}
          key={form.key('label')}
          {...form.getInputProps('label')}
        />
        {create.error && (
          <Text c="var(--bridge-danger)" role="alert">
            {describeError(create.error).message}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
