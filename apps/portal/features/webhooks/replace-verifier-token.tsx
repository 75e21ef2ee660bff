'use client'

import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useSecretsDialog } from '../../components/secrets-dialog.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useTRPC } from '../../lib/trpc.ts'

const hourMs = 3_600_000

/** When a new token begins to sign. */
const moments = [
  { value: '0', label: 'At once' },
  { value: String(hourMs), label: 'In an hour' },
  { value: String(24 * hourMs), label: 'In a day' },
  { value: String(7 * 24 * hourMs), label: 'In a week' },
]

/** A button whose dialog creates a verifier token that signs from a chosen moment. */
export function ReplaceVerifierToken({ clientId }: { readonly clientId: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const secrets = useSecretsDialog()
  const [isOpen, setOpen] = useState(false)
  const [delay, setDelay] = useState(String(24 * hourMs))
  const replace = useMutation(trpc.replaceVerifierToken.mutationOptions({ gcTime: 0 }))
  const submit = async () => {
    try {
      const later = delay === '0' ? {} : { signsFrom: new Date(Date.now() + Number(delay)).toISOString() }
      const { verifierToken, signsFrom } = await replace.mutateAsync({ clientId, ...later })
      setOpen(false)
      await queryClient.invalidateQueries(trpc.getWebhook.queryFilter({ clientId }))
      await secrets.show({
        title: 'New verifier token',
        secrets: [{ label: 'Verifier token', environmentName: 'VERIFIER_TOKEN', value: verifierToken }],
        note: (
          <>
            It signs from <TimeText at={signsFrom} isAbsolute />. The old one signs until then.
          </>
        ),
      })
      replace.reset()
    } catch {
      // The dialog shows the error.
    }
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Replace verifier token
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Replace the verifier token?">
        <DialogForm
          action="Replace token"
          isPending={replace.isPending}
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
          onCancel={() => setOpen(false)}
          error={replace.error}
          errorTitle="The token was not replaced"
        >
          <NativeSelect
            label="The new token signs"
            description="A request has one signature. Until then the receiver should accept both tokens."
            data={moments}
            value={delay}
            onChange={(event) => setDelay(event.currentTarget.value)}
          />
        </DialogForm>
      </Dialog>
    </>
  )
}
