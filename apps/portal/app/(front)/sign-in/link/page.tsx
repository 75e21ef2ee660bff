import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } }

/** The fields in the email's link. */
const fields = ['email', 'token', 'callbackUrl'] as const

interface SignInLinkPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Signs in by a button, because mail scanners open the links in emails. It works without scripts. */
export default async function SignInLinkPage({ searchParams }: SignInLinkPageProps) {
  const parameters = await searchParams
  const values = fields.map((name) => ({ name, value: parameters[name] }))
  if (values.some(({ value }) => typeof value !== 'string' || value === ''))
    redirect('/sign-in/error?error=Verification')
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <form method="post" action="/admin/v1/auth/callback/email">
        {values.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Stack>
          <Title order={1} size="h3">
            Confirm that it’s you
          </Title>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            You’re about to sign in as{' '}
            <Text span c="var(--mantine-color-text)" fw={500}>
              {parameters.email}
            </Text>
            .
          </Text>
          <Button type="submit">Sign in</Button>
          <Text size="xs" c="dimmed">
            If you didn’t ask for this link, you can close this page.
          </Text>
        </Stack>
      </form>
    </Card>
  )
}
