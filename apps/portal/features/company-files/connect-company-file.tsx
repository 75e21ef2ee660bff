'use client'

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { NextStep } from '../../components/next-step.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useDialogInAddress } from '../../lib/use-dialog-in-address.ts'
import { useStoredDraft, useTakenDraft } from '../../lib/use-draft.ts'
import { PriceOfMore } from '../billing/price-of-more.tsx'
import { useOrganization } from '../organizations/organization-context.tsx'
import { companyFilePath } from './company-file-paths.ts'

const maxNameCharacters = 80
const draftName = 'connect-company-file'

/** A button whose dialog creates a company file and opens its set-up, or explains the plan's limit. */
export function ConnectCompanyFile() {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState('')
  const isLimitReached = useIsLimitReached()
  const close = () => setOpen(false)
  useDialogInAddress('connect', () => setOpen(true))
  useTakenDraft<string>(draftName, (name) => {
    setDraft(name)
    setOpen(true)
  })
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Connect a company file
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Connect a company file">
        {isOpen && <CreateForm draft={draft} isLimitReached={isLimitReached} onCancel={close} />}
      </Dialog>
    </>
  )
}

/** Returns whether the plan includes no more company files. False while unknown. */
function useIsLimitReached(): boolean {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const { data } = useQuery(trpc.getBilling.queryOptions({ orgId }))
  return data !== undefined && data.realmLimit > 0 && data.realmCount >= data.realmLimit
}

interface CreateFormProps {
  readonly draft: string
  readonly isLimitReached: boolean
  readonly onCancel: () => void
}

function CreateForm({ draft, isLimitReached, onCancel }: CreateFormProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { id: orgId, slug } = useOrganization()
  const create = useMutation(
    trpc.createRealm.mutationOptions({
      onSuccess: async ({ realm }) => {
        router.push(companyFilePath(slug, realm.id, 'set-up'))
        await Promise.all([
          queryClient.invalidateQueries(trpc.listRealms.queryFilter({ orgId })),
          queryClient.invalidateQueries(trpc.getBilling.queryFilter({ orgId })),
        ])
      },
    }),
  )
  const form = useForm({
    initialValues: { name: draft },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name, such as the name of the company.') },
  })
  useStoredDraft(draftName, form.values.name || undefined)
  const isRefused = create.isError && describeError(create.error).code === 'plan_limit_realms'
  // This form's company file may be the last one.
  if (isRefused || (isLimitReached && create.isIdle)) return <PlanLimit onCancel={onCancel} />
  return (
    <DialogForm
      action="Continue to the set-up"
      isPending={create.isPending}
      onSubmit={form.onSubmit(({ name }) => create.mutate({ orgId, name }))}
      onCancel={onCancel}
      error={create.error}
      errorTitle="The company file was not created"
    >
      <TextInput
        data-autofocus
        label="Name"
        description="The name in this portal. You can change it at any time."
        placeholder="Rock Castle Construction"
        dir="auto"
        maxLength={maxNameCharacters}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </DialogForm>
  )
}

/** Explains the plan's limit, and offers the checkout. */
function PlanLimit({ onCancel }: { onCancel: () => void }) {
  const trpc = useTRPC()
  const { id: orgId } = useOrganization()
  const { data: state, error, refetch } = useQuery(trpc.getBillingState.queryOptions({ orgId }))
  return (
    <Stack gap="md">
      <Text role="alert">The trial plan includes one company file, and this organization has it already.</Text>
      <PriceOfMore />
      {state && <NextStep obstacle="plan_limit_realms" />}
      {error && !state && (
        <FailedState error={error} title="The plan could not be loaded" retry={() => void refetch()} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
