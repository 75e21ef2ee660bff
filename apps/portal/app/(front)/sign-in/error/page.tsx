import { Card, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { LinkButton } from '../../../../components/link-button.tsx'
import { getSignInError } from '../../../../features/sign-in/sign-in-error.ts'

export const metadata: Metadata = { title: 'Sign-in failed' }

interface SignInErrorPageProps {
  readonly searchParams: Promise<{ error?: string | string[] }>
}

export default async function SignInErrorPage({ searchParams }: SignInErrorPageProps) {
  const { error } = await searchParams
  const { title, text } = getSignInError(typeof error === 'string' ? error : '')
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <Stack>
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        <LinkButton href="/sign-in">Back to sign in</LinkButton>
      </Stack>
    </Card>
  )
}
