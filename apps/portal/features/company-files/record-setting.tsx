'use client'

import type { RealmId } from '@bridge/agent-protocol'
import type { DescribedSetting } from '@bridge/data-plane/realms/describe-settings'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPCClient } from '../../lib/trpc.ts'
import { isCutOff, readProposals, searchProposals, withChosen } from './read-proposals.ts'

interface RecordSettingProps {
  readonly realmId: RealmId
  readonly setting: DescribedSetting
  readonly description: string
  /** The record's ID; null for none. */
  readonly value: string | null
  readonly onChoose: (id: string | null) => void
}

const debounceMs = 300

/**
 * Chooses among the company file's records, which are read when the list is opened. A list that is cut off can be
 * searched.
 */
export function RecordSetting({ realmId, setting, description, value, onChoose }: RecordSettingProps) {
  const client = useTRPCClient()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search.trim(), debounceMs)
  const { proposals = '' } = setting
  const searched = searchProposals(proposals, text)
  const records = useQuery({
    queryKey: ['setting-proposals', realmId, searched],
    enabled: isOpen,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => {
      const query = `query=${encodeURIComponent(searched)}`
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
  const isSearchable = search !== '' || isCutOff(proposals, records.data ?? [])
  return (
    <Stack gap="xs">
      <NativeSelect
        label={setting.title}
        description={description}
        data={[first, ...withChosen(records.data ?? [], value)]}
        value={value ?? ''}
        onFocus={() => setOpen(true)}
        onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? null : currentTarget.value)}
        error={records.isError ? 'The company file could not be read. Try again when it is connected.' : undefined}
      />
      {isSearchable && (
        <TextInput
          label={`Search for ${setting.title.toLowerCase()}`}
          description="The list shows the first 1,000 records only. Part of a name shows those that contain it."
          value={search}
          maxLength={100}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
    </Stack>
  )
}
