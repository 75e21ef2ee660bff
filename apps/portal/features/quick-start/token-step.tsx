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

/** Creates an access token and shows it once. */
export function TokenStep({ token, pending, onIssue }: TokenStepProps) {
  return (
    <Step number={1} title="Get an access token">
      <Text maw={680}>
        This connects an OAuth client of your organization to the sandbox, just like choosing Connect on its consent
        page. The token is valid for one hour and only for the sandbox.
      </Text>
      <Group>
        <Button
          onClick={onIssue}
          loading={pending}
          variant={token ? 'default' : 'filled'}
          leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
        >
          {token ? 'Create another token' : 'Create access token'}
        </Button>
      </Group>
      <div aria-live="polite">
        {token && (
          <Alert variant="light" title="Copy your token now. You won’t see it again.">
            <Stack gap="sm">
              <SecretText label="Access token" value={token.accessToken} />
              {token.clientSecret && (
                <>
                  <Text size="sm">
                    Your organization had no OAuth client, so we registered one named “Quick start”.
                  </Text>
                  <SecretText label="Client ID" value={token.clientId} />
                  <SecretText label="Client secret" value={token.clientSecret} />
                </>
              )}
              <Text size="sm">
                The token expires at <time dateTime={token.expiresAt}>{token.expiresAt.slice(11, 16)} UTC</time>.
              </Text>
            </Stack>
          </Alert>
        )}
      </div>
    </Step>
  )
}
