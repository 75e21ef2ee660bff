'use client'

import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { FilterSelect } from '../../components/filter-select.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { toChoicesInput } from '../company-files/list-inputs.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

interface ResourceFilterProps {
  /** The chosen resource's ID. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Loads only where there are more company files than a list shows. */
const SearchFileFilter = dynamic(() => import('./search-file-filter.tsx').then((module) => module.SearchFileFilter), {
  ssr: false,
  loading: () => <TextInput aria-label="Company file" placeholder="All company files" disabled />,
})

/** Filters by the organization's company files. */
export function CompanyFileFilter(props: ResourceFilterProps) {
  const { id: orgId } = useOrganization()
  const { data } = useQuery(useTRPC().listRealms.queryOptions(toChoicesInput(orgId)))
  if (data && data.after !== null) return <SearchFileFilter {...props} />
  return <FilterSelect label="Company file" off="All company files" options={toOptions(data?.realms)} {...props} />
}

/** Filters by the organization's apps. */
export function AppFilter(props: ResourceFilterProps) {
  const { id: orgId } = useOrganization()
  const { data } = useQuery(useTRPC().listClients.queryOptions({ orgId }))
  return <FilterSelect label="App" off="All apps" options={toOptions(data?.clients)} {...props} />
}

function toOptions(resources: readonly { readonly id: string; readonly name: string }[] = []) {
  return resources.map(({ id, name }) => ({ value: id, label: name }))
}
