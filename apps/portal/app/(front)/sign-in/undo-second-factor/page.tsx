import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LinkButton } from '../../../../components/link-button.tsx'
import { getBridge } from '../../../../lib/bridge.ts'

export const metadata: Metadata = { title: 'Undo the second factor', robots: { index: false } }

interface UndoPageProps {
  readonly searchParams: Promise<{ token?: string | string[]; done?: string | string[] }>
}

/** Undoes a new second factor by a button, because mail scanners open the links in emails. It works without scripts. */
export default async function UndoPage({ searchParams }: UndoPageProps) {
  const { token, done } = await searchParams
  if (done === 'yes') return <Done />
  const email = typeof token === 'string' ? await getBridge().signIn.findUndo(token) : undefined
  if (email === undefined) notFound()
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <form method="post" action="/admin/v1/auth/undo-second-factor">
        <input type="hidden" name="token" value={token} />
        <Stack>
          <Title order={1} size="h3">
            Remove the new second factor?
          </Title>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            A second factor was turned on for{' '}
            <Text span c="var(--mantine-color-text)" fw={500}>
              {email}
            </Text>
            . If this wasn’t you, remove it. All your sessions end, including that person’s.
          </Text>
          <Button type="submit">Remove it and sign out everywhere</Button>
          <Text size="xs" c="dimmed">
            If it was you, you can close this page.
          </Text>
        </Stack>
      </form>
    </Card>
  )
}

function Done() {
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <Stack>
        <Title order={1} size="h3">
          The second factor was removed
        </Title>
        <Text c="dimmed">
          All your sessions have ended. Sign in, check your organization’s audit log, and revoke any API keys and
          invitations you don’t recognize.
        </Text>
        <LinkButton href="/sign-in">Sign in</LinkButton>
      </Stack>
    </Card>
  )
}
