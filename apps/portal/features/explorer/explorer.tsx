'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Box, Text, Title, VisuallyHidden } from '@mantine/core'
import { useOrganization } from '../organizations/organization-context.tsx'
import { Workbench } from '../requests/workbench.tsx'
import { SandboxFaultsBanner } from '../sandbox/sandbox-faults-banner.tsx'
import { CallPanel } from './call-panel.tsx'
import type { ListedRealm } from './choose-call.tsx'
import { isWrite } from './draft-call.ts'
import classes from './explorer.module.css'
import { ExplorerResultPane } from './explorer-result-pane.tsx'
import { toShownExchanges } from './read-result.ts'
import { findGap, type Original } from './replay.ts'
import { useExplorer } from './use-explorer.ts'
import { WriteAccess } from './write-access.tsx'

interface ExplorerProps {
  /** The first company files by name, and the sandbox. */
  readonly realms: readonly ListedRealm[]
  /** Whether there are others, to be searched for. */
  readonly hasMore: boolean
  readonly defaultRealmId: RealmId
  /** The request to replay. */
  readonly original?: Original | undefined
}

/** Edits a call, sends it, and shows the translation's two sides. */
export function Explorer({ realms, hasMore, defaultRealmId, original }: ExplorerProps) {
  const { slug } = useOrganization()
  const explorer = useExplorer(defaultRealmId, original)
  const { draft, access, result, error } = explorer
  const gap = original && findGap(original)
  const shown = error ? undefined : result
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
      <VisuallyHidden>
        <Title order={2}>Call and response</Title>
      </VisuallyHidden>
      {gap !== undefined && (
        <Text size="sm" mb="sm">
          {gap}
        </Text>
      )}
      <Workbench
        call={<CallPanel explorer={explorer} realms={realms} hasMore={hasMore} original={original} />}
        result={shown || error ? <ExplorerResultPane explorer={explorer} original={original} /> : undefined}
        exchanges={shown && toShownExchanges(shown)}
        exchangesLeftOut={shown?.exchangesLeftOut ?? 0}
      />
    </Box>
  )
}
