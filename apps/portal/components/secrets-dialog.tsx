'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { downloadEnvironmentFile } from './download-environment-file.ts'
import { SecretField } from './secret-field.tsx'
import { SecretTest, type SecretTestRequest } from './secret-test.tsx'

export interface ShownSecret {
  readonly label: string
  /** The name in the `.env` file. */
  readonly environmentName: string
  readonly value: string
}

export interface ShownSecrets {
  /** Names what was created: `API key created`. */
  readonly title: string
  /** Secrets, and the IDs that belong to them. */
  readonly secrets: readonly ShownSecret[]
  /** The name of the downloaded file; `bridge.env` by default. */
  readonly fileName?: string
  /** A request that uses the secret and changes nothing. */
  readonly sample?: SecretTestRequest
  /** Further facts, such as when it expires. */
  readonly note?: ReactNode
}

interface SecretsDialog {
  /**
   * Shows secrets until the reader confirms having stored them. Reset the mutation that returned them when the promise
   * resolves, and give it `gcTime: 0`, so that no cache keeps them.
   */
  show(secrets: ShownSecrets): Promise<void>
}

interface OpenSecrets extends ShownSecrets {
  readonly resolve: () => void
}

const SecretsContext = createContext<SecretsDialog | undefined>(undefined)

/** Returns the dialog that shows secrets once. */
export function useSecretsDialog(): SecretsDialog {
  const dialog = useContext(SecretsContext)
  if (!dialog) throw new Error('SecretsProvider is missing.')
  return dialog
}

/** Keeps secrets in memory, above all pages, until they are confirmed. Further secrets wait for their turn. */
export function SecretsProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly OpenSecrets[]>([])
  const show = useCallback(
    (secrets: ShownSecrets) =>
      new Promise<void>((resolve) => setQueue((previous) => [...previous, { ...secrets, resolve }])),
    [],
  )
  const dialog = useMemo(() => ({ show }), [show])
  const [first] = queue
  const confirm = () => {
    setQueue((previous) => previous.slice(1))
    first?.resolve()
  }
  return (
    <SecretsContext value={dialog}>
      {children}
      {first && <SecretsModal secrets={first} onConfirm={confirm} />}
    </SecretsContext>
  )
}

function SecretsModal({ secrets, onConfirm }: { secrets: ShownSecrets; onConfirm: () => void }) {
  const { title, secrets: values, fileName = 'bridge.env', sample, note } = secrets
  return (
    <Modal
      opened
      onClose={ignore}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm" c="var(--bridge-warning)" fw={500}>
          Store this now. You won’t see it again.
        </Text>
        {values.map((secret, index) => (
          <SecretField key={secret.environmentName} secret={secret} isFirst={index === 0} />
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
    </Modal>
  )
}

function ignore(): void {
  // The dialog closes only when the reader confirms.
}
