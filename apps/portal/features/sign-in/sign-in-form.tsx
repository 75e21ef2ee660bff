'use client'

import { Alert, Button, Card, Divider, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { TextLink } from '../../components/text-link.tsx'
import { requestProviderSignIn, requestSignInLink } from '../../lib/auth-requests.ts'
import { describeError } from '../../lib/describe-error.ts'

interface SignInFormProps {
  readonly hasMailbox: boolean
  /** Whether the service can send links; otherwise members sign in with the provider. */
  readonly sendsLinks: boolean
  /** Who gets an account without an invitation. */
  readonly signUp: 'open' | 'invitation' | readonly string[]
  /** The OpenID Connect provider's name, if configured. */
  readonly providerName: string | undefined
}

const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Returns the page to open after signing in. All visitors get the same sign-in page, which therefore does not name it. */
function getCallbackUrl(): string {
  return new URLSearchParams(window.location.search).get('callbackUrl') ?? '/'
}

/** Signs in and up: sends a link to an email address, or opens the provider's page. What was typed stays on an error. */
export function SignInForm({ hasMailbox, sendsLinks, signUp, providerName }: SignInFormProps) {
  const [email, setEmail] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const { pending, error, start } = useSignInRequest()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending || !sendsLinks) return
    if (!emailPattern.test(email.trim())) return setFieldError('Enter an email address, such as ada@example.com.')
    void start('email', requestSignInLink(email.trim(), getCallbackUrl()))
  }
  return (
    <Card withBorder padding="xl" maw={440} mx="auto">
      <form noValidate onSubmit={submit}>
        <Stack>
          <Title order={1} size="h3">
            Sign in
          </Title>
          <Text c="dimmed">
            {sendsLinks && 'We’ll email you a sign-in link. '}
            {describeSignUp(signUp)}
          </Text>
          <noscript>
            <Text size="sm">Signing in needs JavaScript. The documentation works without it.</Text>
          </noscript>
          {sendsLinks && (
            <TextInput
              label="Email address"
              type="email"
              name="email"
              autoComplete="email"
              placeholder="you@company.com"
              value={email}
              error={fieldError}
              onChange={(event) => {
                setEmail(event.currentTarget.value)
                setFieldError(undefined)
              }}
            />
          )}
          {error !== undefined && (
            <Alert color="red" variant="light" role="alert">
              {error}
            </Alert>
          )}
          {sendsLinks && (
            <Button type="submit" loading={pending === 'email'}>
              Send sign-in link
            </Button>
          )}
          {providerName !== undefined && (
            <>
              {sendsLinks && <Divider label="or" />}
              <Button
                variant="default"
                loading={pending === 'provider'}
                onClick={() => void start('provider', requestProviderSignIn(getCallbackUrl()))}
              >
                Continue with {providerName}
              </Button>
            </>
          )}
          {hasMailbox && (
            <Text size="sm" c="dimmed">
              No mail server is configured on this machine. Sign-in links go to the{' '}
              <TextLink href="/dev/mailbox">development mailbox</TextLink>.
            </Text>
          )}
        </Stack>
      </form>
    </Card>
  )
}

/** Requests a sign-in and opens the page it returns. The button stays busy until that page replaces this one. */
function useSignInRequest() {
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState<'email' | 'provider'>()
  const start = async (kind: 'email' | 'provider', request: Promise<string>) => {
    setPending(kind)
    setError(undefined)
    try {
      window.location.assign(await request)
    } catch (thrown) {
      setError(describeError(thrown).message)
      setPending(undefined)
    }
  }
  return { pending, error, start }
}

function describeSignUp(signUp: SignInFormProps['signUp']): string {
  if (signUp === 'open') return 'New here? You’ll get an organization and a sandbox, unless you were invited to one.'
  const anyone = signUp === 'invitation' ? '' : `People with an address at ${signUp.join(' or ')} can sign in. `
  return `${anyone}New here? Ask an owner or admin of your organization to invite you.`
}
