'use client'

import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '../../components/filter-select.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useFileChoices } from '../company-files/use-file-choices.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

interface ResourceFilterProps {
  /** The chosen resource's ID. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** Filters by the organization's company files, which the server searches. */
export function CompanyFileFilter(props: ResourceFilterProps) {
  const { id: orgId } = useOrganization()
  const { files, search } = useFileChoices(orgId, props.value)
  return (
    <FilterSelect label="Company file" off="All company files" options={toOptions(files)} search={search} {...props} />
  )
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
