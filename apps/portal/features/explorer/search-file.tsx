'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Select } from '@mantine/core'
import { useFileChoices } from '../company-files/use-file-choices.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

interface SearchFileProps {
  readonly realmId: RealmId
  readonly onChoose: (realmId: RealmId) => void
}

/** Chooses one of many company files, which the server searches. */
export function SearchFile({ realmId, onChoose }: SearchFileProps) {
  const { id: orgId } = useOrganization()
  const { files, search } = useFileChoices(orgId, realmId)
  return (
    <Select
      label="Company file"
      allowDeselect={false}
      {...search}
      data={files.map(({ id, name, kind }) => ({ value: id, label: kind === 'sandbox' ? name : `${name} (${id})` }))}
      value={realmId}
      onChange={(value) => {
        const chosen = files.find(({ id }) => id === value)
        if (chosen) onChoose(chosen.id)
      }}
    />
  )
}
