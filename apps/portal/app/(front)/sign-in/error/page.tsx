import { Card, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { LinkButton } from '../../../../components/link-button.tsx'
import { signInFailure } from '../../../../features/sign-in/sign-in-failure.ts'

export const metadata: Metadata = { title: 'Sign-in failed' }

interface SignInErrorPageProps {
  readonly searchParams: Promise<{ error?: string | string[] }>
}

export default async function SignInErrorPage({ searchParams }: SignInErrorPageProps) {
  const { error } = await searchParams
  const failure = signInFailure(typeof error === 'string' ? error : '')
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <Stack>
        <Title order={1} size="h3">
          {failure.title}
        </Title>
        <Text c="dimmed">{failure.text}</Text>
        <LinkButton href="/sign-in">Back to sign-in</LinkButton>
      </Stack>
    </Card>
  )
}
