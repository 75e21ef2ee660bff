import { Button, Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { FailedState } from '../../components/failed-state.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { Step } from './step.tsx'

/** A token that was shown once. */
export interface StoredToken {
  readonly hint: string
  readonly expiresAt: string
}

interface TokenStepProps {
  readonly stored: StoredToken | undefined
  readonly pending: boolean
  /** Why the last token was not created. */
  readonly error: unknown
  readonly onIssue: () => void
}

/** Creates an access token. The dialog with it closes only after it is stored. */
export function TokenStep({ stored, pending, error, onIssue }: TokenStepProps) {
  return (
    <Step number={1} title="Get an access token">
      <Text maw="70ch">
        This connects an app of your organization to the sandbox, just like choosing Connect on its consent page. The
        token is valid for one hour and only for the sandbox.
      </Text>
      <Group>
        <Button
          onClick={onIssue}
          loading={pending}
          variant={stored ? 'default' : 'filled'}
          leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
        >
          {stored ? 'Create another token' : 'Create access token'}
        </Button>
      </Group>
      {Boolean(error) && <FailedState error={error} title="The token was not created" />}
      <div aria-live="polite">
        {stored && (
          <Text size="sm" c="dimmed">
            You stored a token that ends with {stored.hint}. It expires <TimeText at={stored.expiresAt} />.
          </Text>
        )}
      </div>
    </Step>
  )
}
