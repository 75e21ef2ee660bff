'use client'

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { LinkButton } from '../../components/link-button.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { mayOwn } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { companyFilePath } from './company-file-paths.ts'

const nameCharactersMax = 80

/** A button with a dialog that creates a company file and opens its set-up. */
export function ConnectCompanyFile() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Connect a company file</Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Connect a company file"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen && <CreateForm onCancel={close} />}
      </Modal>
    </>
  )
}

function CreateForm({ onCancel }: { onCancel: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { id: orgId, slug } = useOrganization()
  const create = useMutation(
    trpc.createRealm.mutationOptions({
      onSuccess: async ({ realm }) => {
        router.push(companyFilePath(slug, realm.id, 'set-up'))
        await queryClient.invalidateQueries(trpc.listRealms.queryFilter({ orgId }))
      },
    }),
  )
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name, such as the name of the company.') },
  })
  if (create.error && describeError(create.error).code === 'plan_limit_realms') {
    return <PlanLimit message={describeError(create.error).message} onCancel={onCancel} />
  }
  return (
    <form onSubmit={form.onSubmit(({ name }) => create.mutate({ orgId, name }))}>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label="Name"
          description="The name in this portal. You can change it at any time."
          placeholder="Rock Castle Construction"
          dir="auto"
          maxLength={nameCharactersMax}
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        {create.error && (
          <Text c="var(--bridge-danger)" role="alert">
            {describeError(create.error).message}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Continue to the set-up
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Explains the limit of the plan, and leads to the checkout. */
function PlanLimit({ message, onCancel }: { message: string; onCancel: () => void }) {
  const { slug, role } = useOrganization()
  return (
    <Stack gap="md">
      <Text role="alert">{message}</Text>
      <Text c="dimmed">
        {mayOwn(role) || role === 'admin'
          ? 'With a subscription you connect as many company files as you need.'
          : 'Ask an owner or admin to start a subscription.'}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <LinkButton href={`/orgs/${slug}/usage`}>See plans</LinkButton>
      </Group>
    </Stack>
  )
}
