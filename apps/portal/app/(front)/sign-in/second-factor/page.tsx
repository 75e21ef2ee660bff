import { Alert, Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { CancelSignIn } from '../../../../features/sign-in/cancel-sign-in.tsx'
import { getChallengeError } from '../../../../features/sign-in/challenge-error.ts'
import { challengedUser } from '../../../../lib/session.ts'

export const metadata: Metadata = { title: 'Second factor', robots: { index: false } }

interface SecondFactorPageProps {
  readonly searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>
}

/** Asks for a second-factor code. Works without scripts. */
export default async function SecondFactorPage({ searchParams }: SecondFactorPageProps) {
  const { callbackUrl, error } = await searchParams
  const path = typeof callbackUrl === 'string' ? callbackUrl : '/'
  const user = await challengedUser()
  // The sign-in page leads on if the session is complete.
  if (!user) redirect(`/sign-in?${new URLSearchParams({ callbackUrl: path })}`)
  const problem = typeof error === 'string' ? getChallengeError(error) : undefined
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <form method="post" action="/admin/v1/auth/second-factor">
        <input type="hidden" name="callbackUrl" value={path} />
        <Stack>
          <Title order={1} size="h3">
            Enter your code
          </Title>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            You’re signing in as{' '}
            <Text span c="var(--mantine-color-text)" fw={500}>
              {user.email}
            </Text>
            , whose account has a second factor.
          </Text>
          {problem !== undefined && (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          )}
          <TextInput
            label="Code"
            description="The newest code from your authenticator app, or a recovery code."
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            autoFocus
          />
          <Button type="submit">Continue</Button>
          <Text size="xs" c="dimmed">
            No app and no recovery code? The operator of this service can reset your second factor.
          </Text>
          <CancelSignIn />
        </Stack>
      </form>
    </Card>
  )
}
