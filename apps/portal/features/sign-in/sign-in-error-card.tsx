'use client'

import { Card, Stack, Text, Title } from '@mantine/core'
import { useSearchParams } from 'next/navigation'
import { LinkButton } from '../../components/link-button.tsx'
import { getSignInError } from './sign-in-error.ts'

/** Explains the error in the page's address. */
export function SignInErrorCard() {
  const { title, text } = getSignInError(useSearchParams().get('error') ?? '')
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
