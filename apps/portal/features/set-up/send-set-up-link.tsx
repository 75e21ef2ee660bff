'use client'

import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { useTRPC, useTRPCClient } from '../../lib/trpc.ts'

/** A created link, whose address only its creation returns. */
export interface CreatedLink {
  readonly id: string
  readonly url: string
}

interface SendSetUpLinkProps {
  readonly link: CreatedLink | undefined
  readonly hasInstaller: boolean
  readonly onClose: () => void
}

/** Hands a link on to the person at the PC: to copy, as an email from here, or as the text of one. */
export function SendSetUpLink({ link, hasInstaller, onClose }: SendSetUpLinkProps) {
  return (
    <Dialog opened={link !== undefined} onClose={onClose} title="Send the set-up to the person at the PC" size="lg">
      {link && <LinkToSend link={link} hasInstaller={hasInstaller} onClose={onClose} />}
    </Dialog>
  )
}

function LinkToSend({ link, hasInstaller, onClose }: { link: CreatedLink } & Omit<SendSetUpLinkProps, 'link'>) {
  const client = useTRPCClient()
  const { id: setupLinkId, url } = link
  const mail = useQuery({
    queryKey: ['set-up-mail', setupLinkId],
    queryFn: () => client.mailSetupLink.mutate({ setupLinkId, url }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Stack gap="lg">
      {!hasInstaller && (
        <Alert variant="default" title="The page offers no installer">
          <Text size="sm">
            This service has none to download, so the page asks the person to get it from you. Get
            bridge-agent-setup.exe from the <TextLink href="/contact">operator of this service</TextLink> before you
            send the link, and send it along.
          </Text>
        </Alert>
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label="Link"
          description="It needs no sign-in, works for 7 days, and connects this company file only."
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label="link" />
      </Group>
      {mail.isError && (
        <FailedState error={mail.error} title="The text could not be loaded" retry={() => void mail.refetch()} />
      )}
      {mail.isPending && <BlockSkeleton height={320} />}
      {mail.data && <MailToSend link={link} mail={mail.data} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}

interface MailToSendProps {
  readonly link: CreatedLink
  readonly mail: { readonly subject: string; readonly text: string }
}

/** The email about a link, to be sent from here or copied. */
function MailToSend({ link, mail }: MailToSendProps) {
  const trpc = useTRPC()
  const [email, setEmail] = useState('')
  const [invalid, setInvalid] = useState<string>()
  const send = useMutation(trpc.mailSetupLink.mutationOptions({ gcTime: 0 }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!email.includes('@')) return setInvalid('Enter an email address.')
    send.mutate({ setupLinkId: link.id, url: link.url, email })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label="Email"
          description={`Subject: ${mail.subject}`}
          value={mail.text}
          readOnly
          autosize
          minRows={6}
          maxRows={10}
        />
        <Group gap="xs" align="flex-start">
          <TextInput
            flex="1 1 240px"
            type="email"
            aria-label="Send to"
            placeholder="Email address of the person at the PC"
            value={email}
            error={invalid}
            data-autofocus
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              setInvalid(undefined)
            }}
          />
          <Button type="submit" w={112} loading={send.isPending}>
            Send email
          </Button>
          <CopyButton value={mail.text} label="text" />
        </Group>
        <div role="status">
          {send.data && <Text size="sm">Sent to {send.data.sentTo}. Their steps show on this page.</Text>}
        </div>
        {send.isError && (
          <Text size="sm" c="var(--bridge-danger)" role="alert">
            {describeError(send.error).message}
          </Text>
        )}
      </Stack>
    </form>
  )
}
