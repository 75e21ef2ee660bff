'use client'

import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'
import { QrCode } from './qr-code.tsx'
import { toShownCodes } from './show-recovery-codes.tsx'

/** Adds the account to an authenticator app, and turns the second factor on with its first code. */
export default function TurnOnSecondFactor({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? null : 'Enter the 6 digits.') },
  })
  // Each time it opens, the dialog makes a new key, which no cache keeps.
  const begun = useQuery({
    queryKey: ['second-factor-key'],
    queryFn: () => client.secondFactor.begin.mutate(),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const confirm = useMutation(trpc.secondFactor.confirm.mutationOptions({ gcTime: 0 }))
  const submit = async ({ code }: typeof form.values) => {
    try {
      const { recoveryCodes } = await confirm.mutateAsync({ code })
      onClose()
      await queryClient.invalidateQueries(trpc.secondFactor.state.queryFilter())
      await secrets.show(toShownCodes(recoveryCodes))
      confirm.reset()
    } catch {
      // The dialog shows the error and keeps what was typed.
    }
  }
  return (
    <Dialog opened onClose={onClose} title="Turn on a second factor">
      {begun.error ? (
        <FailedState error={begun.error} title="The key could not be created" retry={() => void begun.refetch()} />
      ) : !begun.data ? (
        <BlockSkeleton height={420} />
      ) : (
        <DialogForm
          action="Turn on"
          isPending={confirm.isPending}
          onSubmit={form.onSubmit((values) => void submit(values))}
          onCancel={onClose}
          error={confirm.error}
          errorTitle="The second factor was not turned on"
        >
          <Text size="sm">
            Scan this with an authenticator app, or type the key into it. Then enter the code it shows.
          </Text>
          <Stack align="center">
            <QrCode text={begun.data.uri} label="QR code for an authenticator app" />
          </Stack>
          <SecretField secret={{ label: 'Key', value: begun.data.secret }} isFirst={false} />
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={16}
            data-autofocus
            {...form.getInputProps('code')}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
