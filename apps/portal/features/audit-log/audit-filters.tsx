'use client'

import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FilterBar } from '../../components/filter-bar.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { actionTexts, describeAction } from './describe-action.ts'
import { credentialLabels } from './describe-credential.ts'
import { resourceLabels } from './resource-href.ts'
import { credentials, useAuditFilter } from './use-audit-filter.ts'

/** The audit log's filters. */
export function AuditFilters() {
  const { id: orgId } = useOrganization()
  const trpc = useTRPC()
  const { data } = useQuery(trpc.listMembers.queryOptions({ orgId }))
  const { values, setValues, isFiltered, clear } = useAuditFilter()
  const set = (name: keyof typeof values) => (value: string | null) => void setValues({ [name]: value || null })
  return (
    <FilterBar isFiltered={isFiltered} onClear={clear}>
      <FilterSelect
        label="Action"
        off="Any action"
        options={Object.keys(actionTexts).map((action) => ({ value: action, label: describeAction(action) }))}
        value={values.action}
        onChange={set('action')}
        isFirst
      />
      <FilterSelect
        label="Kind of resource"
        off="Any resource"
        options={Object.entries(resourceLabels).map(([value, label]) => ({ value, label }))}
        value={values.resource}
        onChange={set('resource')}
      />
      <FilterSelect
        label="Member"
        off="Anyone"
        options={(data?.members ?? []).map(({ userId, email }) => ({ value: userId, label: email }))}
        value={values.actorId}
        onChange={set('actorId')}
      />
      <FilterSelect
        label="Credential"
        off="Any credential"
        options={credentials.map((value) => ({ value, label: credentialLabels[value] }))}
        value={values.credential}
        onChange={set('credential')}
      />
      <TextInput
        type="date"
        aria-label="From day"
        leftSection={<Text size="xs">From</Text>}
        leftSectionWidth={44}
        value={values.from ?? ''}
        onChange={(event) => set('from')(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        aria-label="To day"
        leftSection={<Text size="xs">To</Text>}
        leftSectionWidth={44}
        value={values.to ?? ''}
        onChange={(event) => set('to')(event.currentTarget.value)}
      />
    </FilterBar>
  )
}
