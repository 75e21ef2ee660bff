'use client'

import { Anchor, Button, Stack, Text } from '@mantine/core'
import { describeInstaller, describeWarning, type Installer } from './describe-installer.ts'
import { getInstallerFileName } from './installer-file-name.ts'

const href = '/download/agent/windows'

interface DownloadAgentProps {
  readonly installer: Installer
  readonly isPending: boolean
  /** Issues the pairing code for the download's name; `undefined` if none can be issued. */
  readonly issueCode: () => Promise<string | undefined>
}

/** A button to download the agent's installer with a pairing code in its name, and what the file is. */
export function DownloadAgent({ installer, isPending, issueCode }: DownloadAgentProps) {
  const download = async () => {
    const code = await issueCode()
    if (code === undefined) return
    const link = document.createElement('a')
    link.href = `${href}/${installer.name}`
    link.download = getInstallerFileName(window.location.origin, code)
    link.click()
  }
  const warning = describeWarning(installer)
  return (
    <Stack gap={6} align="flex-start">
      <Button loading={isPending} onClick={() => void download()}>
        Download the agent for Windows
      </Button>
      <Text size="sm" c="dimmed" maw="64ch">
        {describeInstaller(installer)}.{' '}
        <Anchor href={`${href}.sha256`} underline="always">
          SHA-256
        </Anchor>
      </Text>
      {warning !== undefined && (
        <Text size="sm" maw="64ch">
          {warning}
        </Text>
      )}
    </Stack>
  )
}
