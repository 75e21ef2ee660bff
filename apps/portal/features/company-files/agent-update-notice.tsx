import { Alert, Anchor, Text } from '@mantine/core'
import { findManualUpdate, type OfferedRelease } from './agent-update.ts'

interface AgentUpdateNoticeProps {
  readonly release: OfferedRelease | undefined
  readonly agentVersion: string | null | undefined
  /** Whether the service offers the installer. */
  readonly hasDownload: boolean
}

/** Says that a person has to install a version for which QuickBooks asks its Admin. */
export function AgentUpdateNotice({ release, agentVersion, hasDownload }: AgentUpdateNoticeProps) {
  const version = findManualUpdate(release, agentVersion)
  if (version === undefined) return null
  return (
    <Alert variant="default" title={`Version ${version} of the agent must be installed by hand`}>
      <Text size="sm" maw="70ch">
        It changes the program that QuickBooks allows to read the company file, so QuickBooks will ask its Admin once.
        Run the new installer on the PC with QuickBooks while the Admin is signed in there, in single-user mode, and
        allow access again. Until then, version {agentVersion} keeps working.{' '}
        {hasDownload && (
          <Anchor href="/download/agent/windows" download underline="always">
            Download the installer
          </Anchor>
        )}
      </Text>
    </Alert>
  )
}
