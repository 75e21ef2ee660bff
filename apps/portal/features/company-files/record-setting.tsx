'use client'

import type { RealmId } from '@bridge/agent-protocol'
import type { DescribedSetting } from '@bridge/data-plane/realms/describe-settings'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPCClient } from '../../lib/trpc.ts'
import { readProposals, withChosen } from './read-proposals.ts'

interface RecordSettingProps {
  readonly realmId: RealmId
  readonly setting: DescribedSetting
  readonly description: string
  /** The record's ID; null for none. */
  readonly value: string | null
  readonly onChoose: (id: string | null) => void
}

/** Chooses among the company file's records, which are read when the list is opened. */
export function RecordSetting({ realmId, setting, description, value, onChoose }: RecordSettingProps) {
  const client = useTRPCClient()
  const [isOpen, setOpen] = useState(false)
  const { proposals = '' } = setting
  const records = useQuery({
    queryKey: ['setting-proposals', realmId, proposals],
    enabled: isOpen,
    retry: false,
    queryFn: async () => {
      const query = `query=${encodeURIComponent(proposals)}`
      const { status, body } = await client.explorer.send.mutate({
        realmId,
        method: 'GET',
        path: '/query',
        query,
        body: null,
      })
      return readProposals(status, body)
    },
  })
  const first = { value: '', label: records.isFetching ? 'Reading the company file …' : 'None' }
  return (
    <NativeSelect
      label={setting.title}
      description={description}
      data={[first, ...withChosen(records.data ?? [], value)]}
      value={value ?? ''}
      onFocus={() => setOpen(true)}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? null : currentTarget.value)}
      error={records.isError ? 'The company file could not be read. Try again when it is connected.' : undefined}
    />
  )
}
