'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../lib/trpc.ts'
import { toChoicesInput } from './list-inputs.ts'

const typingMs = 250

/**
 * The company files of a `Select`: the first ones, those matching what is typed, and the chosen one. `search` are the
 * properties with which the select leaves the search to the server.
 */
export function useFileChoices(orgId: string, chosenId: string | null) {
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text, typingMs)
  const chosen = useQuery(
    trpc.listRealms.queryOptions({ orgId, search: chosenId ?? '', limit: 1 }, { enabled: chosenId !== null }),
  )
  // The select repeats the chosen name, which is no search.
  const isSearch = !chosen.data?.realms.some(({ name }) => name === typed)
  const found = useQuery(
    trpc.listRealms.queryOptions(toChoicesInput(orgId, isSearch ? typed : ''), { placeholderData: keepPreviousData }),
  )
  const files = [...(chosen.data?.realms ?? []), ...(found.data?.realms ?? [])]
  return {
    files: [...new Map(files.map((file) => [file.id as string, file])).values()],
    search: { searchable: true, searchValue: text, onSearchChange: setText, filter: showAll },
  }
}

/** The server has searched. */
function showAll<Option>({ options }: { readonly options: Option[] }): Option[] {
  return options
}
