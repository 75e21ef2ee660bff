'use client'

import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FilterBar } from '../../components/filter-bar.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { actionTexts, describeAction } from './describe-action.ts'
import { credentialLabels } from './describe-credential.ts'
import { resourceLabels } from './resource-href.ts'
import { credentials, useAuditFilter } from './use-audit-filter.ts'

/** The filters of the audit log. */
export function AuditFilters() {
  const { id: orgId } = useOrganization()
  const trpc = useTRPC()
  const { data } = useQuery(trpc.listMembers.queryOptions({ orgId }))
  const { values, setValues, isFiltered, clear } = useAuditFilter()
  const set = (name: keyof typeof values) => (value: string | null) => void setValues({ [name]: value || null })
  return (
    <FilterBar isFiltered={isFiltered} onClear={clear}>
      <Select
        aria-label="Action"
        placeholder="Any action"
        searchable
        clearable
        data={Object.keys(actionTexts).map((action) => ({ value: action, label: describeAction(action) }))}
        value={values.action}
        onChange={set('action')}
        data-page-filter
      />
      <Select
        aria-label="Kind of resource"
        placeholder="Any resource"
        clearable
        data={Object.entries(resourceLabels).map(([value, label]) => ({ value, label }))}
        value={values.resource}
        onChange={set('resource')}
      />
      <Select
        aria-label="Member"
        placeholder="Anyone"
        searchable
        clearable
        data={(data?.members ?? []).map(({ userId, email }) => ({ value: userId, label: email }))}
        value={values.actorId}
        onChange={set('actorId')}
      />
      <Select
        aria-label="Credential"
        placeholder="Any credential"
        clearable
        data={credentials.map((value) => ({ value, label: credentialLabels[value] }))}
        value={values.credential}
        onChange={set('credential')}
      />
      <TextInput
        type="date"
        aria-label="From day"
        value={values.from ?? ''}
        onChange={(event) => set('from')(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        aria-label="To day"
        value={values.to ?? ''}
        onChange={(event) => set('to')(event.currentTarget.value)}
      />
    </FilterBar>
  )
}
