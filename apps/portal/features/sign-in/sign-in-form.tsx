'use client'

import { Alert, Button, Card, Divider, Stack, Text, TextInput, Title } from '@mantine/core'
import { isEmail, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { TextLink } from '../../components/text-link.tsx'
import { requestProviderSignIn, requestSignInLink } from '../../lib/auth-requests.ts'

interface SignInFormProps {
  /** The page to open after signing in. */
  readonly callbackUrl: string
  readonly hasMailbox: boolean
  /** The name of the OpenID Connect provider, if one is configured. */
  readonly providerName: string | undefined
}

/** Sends a sign-in link to an email address, or opens the provider's sign-in page. */
export function SignInForm({ callbackUrl, hasMailbox, providerName }: SignInFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: isEmail('Enter an email address, such as ada@example.com.') },
  })
  const request = useMutation({
    mutationFn: ({ email }: { email: string }) => requestSignInLink(email, callbackUrl),
    onSuccess: (url) => window.location.assign(url),
  })
  const provider = useMutation({
    mutationFn: () => requestProviderSignIn(callbackUrl),
    onSuccess: (url) => window.location.assign(url),
  })
  const error = request.error ?? provider.error
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <form noValidate onSubmit={form.onSubmit((values) => request.mutate(values))}>
        <Stack>
          <Title order={1} size="h3">
            Sign in
          </Title>
          <Text c="dimmed">
            We’ll email you a sign-in link. If you’re new, we’ll also create an organization with a sandbox.
          </Text>
          <TextInput
            label="Email address"
            type="email"
            name="email"
            autoComplete="email"
            placeholder="you@company.com"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          {error && (
            <Alert color="red" variant="light" role="alert">
              {error.message}
            </Alert>
          )}
          <Button type="submit" loading={request.isPending || request.isSuccess}>
            Send sign-in link
          </Button>
          {providerName !== undefined && (
            <>
              <Divider label="or" />
              <Button
                variant="default"
                loading={provider.isPending || provider.isSuccess}
                onClick={() => provider.mutate()}
              >
                Continue with {providerName}
              </Button>
            </>
          )}
          {hasMailbox && (
            <Text size="sm" c="dimmed">
              No mail server is configured on this machine. Sign-in links go to the terminal and the{' '}
              <TextLink href="/dev/mailbox">development mailbox</TextLink>.
            </Text>
          )}
        </Stack>
      </form>
    </Card>
  )
}
