'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Box, Stack } from '@mantine/core'
import { useOrganization } from '../organizations/organization-context.tsx'
import { SandboxFaultsBanner } from '../sandbox/sandbox-faults-banner.tsx'
import { CallPanel } from './call-panel.tsx'
import type { ListedRealm } from './choose-call.tsx'
import { isWrite } from './draft-call.ts'
import classes from './explorer.module.css'
import { ResultPanels } from './result-panels.tsx'
import { useExplorer } from './use-explorer.ts'
import { WriteAccess } from './write-access.tsx'

interface ExplorerProps {
  readonly realms: readonly ListedRealm[]
  readonly defaultRealmId: RealmId
}

/** Edits a call, sends it, and shows the translation's two sides. */
export function Explorer({ realms, defaultRealmId }: ExplorerProps) {
  const { slug } = useOrganization()
  const explorer = useExplorer(defaultRealmId)
  const { draft, access } = explorer
  const isArmed = access.data?.kind === 'production' && access.data.mayWrite
  return (
    <Box className={classes.frame} data-armed={isArmed || undefined}>
      {access.data?.kind === 'sandbox' && (
        <SandboxFaultsBanner realmId={draft.realmId} href={`/orgs/${slug}/company-files/${draft.realmId}/sandbox`} />
      )}
      {access.data?.kind === 'production' && (
        <WriteAccess
          realmId={draft.realmId}
          access={access.data}
          isNeeded={isWrite(draft)}
          onChange={() => void access.refetch()}
        />
      )}
      <Stack gap="md">
        <CallPanel explorer={explorer} realms={realms} />
        <ResultPanels explorer={explorer} />
      </Stack>
    </Box>
  )
}
