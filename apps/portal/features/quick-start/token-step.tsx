import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { SecretText } from '../../components/secret-text.tsx'
import { Step } from './step.tsx'

interface TokenStepProps {
  readonly token:
    | {
        readonly accessToken: string
        readonly expiresAt: string
        readonly clientId: string
        readonly clientSecret?: string | undefined
      }
    | undefined
  readonly pending: boolean
  readonly onIssue: () => void
}

/** Issues the access token and shows it, once. */
export function TokenStep({ token, pending, onIssue }: TokenStepProps) {
  return (
    <Step number={1} title="Take an access token">
      <Text maw={680}>
        An OAuth client of your organization is connected with the sandbox, as if you had pressed Connect on its consent
        page. The token works for an hour and for the sandbox alone.
      </Text>
      <Group>
        <Button
          onClick={onIssue}
          loading={pending}
          variant={token ? 'default' : 'filled'}
          leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
        >
          {token ? 'Create another token' : 'Create an access token'}
        </Button>
      </Group>
      <div aria-live="polite">
        {token && (
          <Alert variant="light" title="Shown once">
            <Stack gap="sm">
              <SecretText label="Access token" value={token.accessToken} />
              {token.clientSecret && (
                <>
                  <Text size="sm">
                    Your organization had no OAuth client, so one named “Quick start” was registered.
                  </Text>
                  <SecretText label="Client id" value={token.clientId} />
                  <SecretText label="Client secret" value={token.clientSecret} />
                </>
              )}
              <Text size="sm">
                Copy what you want to keep. The token expires at{' '}
                <time dateTime={token.expiresAt}>{token.expiresAt.slice(11, 16)} UTC</time>.
              </Text>
            </Stack>
          </Alert>
        )}
      </div>
    </Step>
  )
}
