'use client'

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { mayOwn } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useStoredDraft, useTakenDraft } from '../../lib/use-draft.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { companyFilePath } from './company-file-paths.ts'

const nameCharactersMax = 80
const draftName = 'connect-company-file'

/** A button with a dialog that creates a company file and opens its set-up. */
export function ConnectCompanyFile() {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState('')
  const close = () => setOpen(false)
  useTakenDraft<string>(draftName, (name) => {
    setDraft(name)
    setOpen(true)
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>Connect a company file</Button>
      <Dialog opened={isOpen} onClose={close} title="Connect a company file">
        {isOpen && <CreateForm draft={draft} onCancel={close} />}
      </Dialog>
    </>
  )
}

function CreateForm({ draft, onCancel }: { draft: string; onCancel: () => void }) {
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
    initialValues: { name: draft },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name, such as the name of the company.') },
  })
  useStoredDraft(draftName, form.values.name || undefined)
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
          {...form.getInputProps('name')}
        />
        {create.error && <FailedState error={create.error} title="The company file was not created" />}
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
