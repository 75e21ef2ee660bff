'use client'

import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { DialogForm } from '../../components/dialog-form.tsx'
import { requestProviderSignIn, requestSignInLink } from '../../lib/auth-requests.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { withoutDialog } from '../../lib/proof-link.ts'
import { useTRPCClient } from '../../lib/trpc.ts'

interface ProveBySignInProps {
  readonly ways: PortalData['proof']['ways']
  readonly onProven: () => void
  readonly onCancel: () => void
}

const notYet = new Error('The link was not used in this browser yet. Open it, press its button, then continue here.')

/** Sends a sign-in link, and goes on once it was used in this browser; or signs in again at the provider. */
export function ProveBySignIn({ ways, onProven, onCancel }: ProveBySignInProps) {
  const client = useTRPCClient()
  const send = useMutation({ mutationFn: () => requestSignInLink(ways.email, currentPath()) })
  const goOn = useMutation({
    mutationFn: async () => {
      try {
        await client.proof.require.mutate(undefined, withoutDialog)
      } catch (error) {
        throw describeError(error).code === 'proof_required' ? notYet : error
      }
    },
    onSuccess: onProven,
  })
  const visitProvider = useMutation({
    mutationFn: async () => window.location.assign(await requestProviderSignIn(currentPath())),
  })
  const { sendsLinks, providerName } = ways
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sendsLinks) visitProvider.mutate()
    else if (send.isSuccess) goOn.mutate()
    else send.mutate()
  }
  return (
    <DialogForm
      action={
        !sendsLinks ? `Continue with ${providerName ?? 'your provider'}` : send.isSuccess ? 'Continue' : 'Send link'
      }
      isPending={send.isPending || goOn.isPending || visitProvider.isPending}
      onSubmit={submit}
      onCancel={onCancel}
      error={send.error ?? goOn.error ?? visitProvider.error}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {describeWay(ways, send.isSuccess)}
      </Text>
      {sendsLinks && providerName !== undefined && !send.isSuccess && (
        <Button variant="default" onClick={() => visitProvider.mutate()}>
          Continue with {providerName}
        </Button>
      )}
    </DialogForm>
  )
}

function describeWay({ email, sendsLinks }: PortalData['proof']['ways'], isSent: boolean): string {
  if (!sendsLinks) return 'You signed in more than ten minutes ago. Sign in again; it leads back to this page.'
  if (!isSent)
    return `You signed in more than ten minutes ago. We’ll send a link to ${email} to make sure that it’s you.`
  return `We sent a link to ${email}. Open it in this browser and press its button. Then continue here.`
}

function currentPath(): string {
  const { pathname, search } = window.location
  return pathname + search
}
