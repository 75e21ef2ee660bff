import { Anchor, Button, Group } from '@mantine/core'

const href = '/download/agent/windows'

/** A button to download the agent's installer, and a link to its SHA-256. */
export function DownloadAgent({ onDownload }: { onDownload: () => void }) {
  return (
    <Group gap="md">
      <Button component="a" href={href} download variant="default" onClick={onDownload}>
        Download the agent for Windows
      </Button>
      <Anchor href={`${href}.sha256`} size="sm">
        SHA-256
      </Anchor>
    </Group>
  )
}
