'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { saveFile } from '../lib/save-file.ts'
import { Dialog } from './dialog.tsx'
import { SecretField } from './secret-field.tsx'
import { SecretTest } from './secret-test.tsx'
import { Sentence } from './sentence.tsx'
import type { ShownSecret, ShownSecrets } from './shown-secrets.ts'

/** Shows secrets until the reader confirms having stored them. */
export default function SecretsModal({ secrets, onConfirm }: { secrets: ShownSecrets; onConfirm: () => void }) {
  const { title, secrets: values, fileName = 'bridge.env', sample, note } = secrets
  const firstSecret = values.find(({ isPublic }) => !isPublic)
  return (
    <Dialog
      opened
      onClose={ignore}
      title={<Sentence>{title}</Sentence>}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm" c="var(--bridge-warning)" fw={500}>
          Store this now. You won’t see it again.
        </Text>
        {values.map((secret) => (
          <SecretField key={secret.environmentName} secret={secret} isFirst={secret === firstSecret} />
        ))}
        {note && (
          <Text size="sm" c="dimmed" component="div">
            {note}
          </Text>
        )}
        {sample && <SecretTest sample={sample} />}
        <Group justify="space-between" gap="xs">
          <Button variant="default" onClick={() => downloadEnvironmentFile(fileName, values)}>
            Download as .env
          </Button>
          <Button onClick={onConfirm}>I have stored it</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function ignore(): void {
  // The dialog closes only when the reader confirms.
}

/** Downloads variables as a `.env` file. */
function downloadEnvironmentFile(fileName: string, variables: readonly ShownSecret[]): void {
  const lines = variables.map(({ environmentName, value }) => `${environmentName}=${value}\n`)
  saveFile(fileName, 'text/plain', lines.join(''))
}
