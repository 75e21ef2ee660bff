'use client'

import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { TableSkeleton } from '../../components/skeletons.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useTRPC } from '../../lib/trpc.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { BulkLinks } from './bulk-links.tsx'
import { CompanyFileTable } from './company-file-table.tsx'
import { ConnectCompanyFile } from './connect-company-file.tsx'
import { CreateSandbox } from './create-sandbox.tsx'
import {
  fileParameters,
  formatFileCount,
  type StateGroup,
  stateGroups,
  toPageInput,
  toSandboxInput,
} from './list-inputs.ts'
import type { ListedCompanyFile } from './queries.ts'

const typingMs = 250

/** Lists the organization's company files a page at a time, by default those in trouble first. */
export function CompanyFileList() {
  const trpc = useTRPC()
  const { id: orgId, role } = useOrganization()
  const [choices, setChoices] = useQueryStates(fileParameters)
  const list = useQuery(
    trpc.listRealms.queryOptions(toPageInput(orgId, choices), { placeholderData: keepPreviousData }),
  )
  const counts = useQuery(trpc.countRealms.queryOptions({ orgId }))
  const sandbox = useQuery(trpc.listRealms.queryOptions(toSandboxInput(orgId)))
  const clear = () => void setChoices(null)
  const files = list.data?.realms ?? []
  const hasSandbox = (sandbox.data?.realms.length ?? 1) > 0
  const groups = counts.data?.groups ?? []
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  // Until there is one, the empty state has the button.
  const hasProduction = total > (hasSandbox ? 1 : 0)
  const isFiltered = choices.q !== '' || choices.state !== null
  const next = list.data?.after ?? null
  return (
    <>
      <PageHeader
        title="Company files"
        description="The QuickBooks Desktop company files your apps can reach, and the sandbox."
        actions={mayManage(role) && hasProduction && <ConnectCompanyFile />}
      />
      {hasProduction && <FileFilters groups={groups} />}
      {list.isPending && <TableSkeleton />}
      {list.isError && !list.data && (
        <FailedState
          error={list.error}
          title="The company files could not be loaded"
          retry={() => void list.refetch()}
        />
      )}
      {list.data && (
        <Stack gap="md" mb="md">
          {files.length > 0 &&
            (choices.state === 'never_connected' && mayManage(role) ? (
              <SelectableFiles
                files={files}
                count={groups.find(({ group }) => group === 'never_connected')?.count ?? files.length}
              />
            ) : (
              <CompanyFileTable files={files} isSortable />
            ))}
          {files.length === 0 && (isFiltered || choices.after !== null) && <NoMatch onClear={clear} />}
          <Pages
            hasPrevious={choices.after !== null}
            isLoading={list.isPlaceholderData}
            onFirst={() => void setChoices({ after: null })}
            onNext={
              next === null ? undefined : () => void setChoices({ after: next }, { history: 'push', scroll: true })
            }
          />
          {!hasProduction && counts.data && !isFiltered && (
            <EmptyState
              icon={<IconBuildingStore stroke={1.7} />}
              title="No company file is connected yet"
              action={mayManage(role) && <ConnectCompanyFile />}
            >
              A company file appears here when you connect a PC with QuickBooks Desktop. Until then, the sandbox handles
              the same requests.
            </EmptyState>
          )}
          {!hasSandbox && mayManage(role) && <CreateSandbox />}
        </Stack>
      )}
      {!mayManage(role) && <RoleNote needs="admin" to="connect a company file" />}
    </>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No company file matches"
      action={
        <Button variant="default" onClick={onClear}>
          Show all company files
        </Button>
      }
    >
      The search looks at names, open files and realm IDs.
    </EmptyState>
  )
}

interface PagesProps {
  readonly hasPrevious: boolean
  readonly isLoading: boolean
  readonly onFirst: () => void
  /** Undefined on the last page. */
  readonly onNext: (() => void) | undefined
}

function Pages({ hasPrevious, isLoading, onFirst, onNext }: PagesProps) {
  if (!hasPrevious && onNext === undefined) return null
  return (
    <Group gap="sm" component="nav" aria-label="Pages">
      {hasPrevious && (
        <Button variant="default" onClick={onFirst}>
          First page
        </Button>
      )}
      {onNext && (
        <Button variant="default" loading={isLoading} onClick={onNext}>
          Next page
        </Button>
      )}
    </Group>
  )
}

interface SelectableFilesProps {
  readonly files: readonly ListedCompanyFile[]
  readonly count: number
}

/** Company files without a PC, of which some or all get set-up links. */
function SelectableFiles({ files, count }: SelectableFilesProps) {
  const [chosen, setChosen] = useState<readonly ListedCompanyFile[]>([])
  const choose = (file: ListedCompanyFile, isChosen: boolean) =>
    setChosen((all) => (isChosen ? [...all, file] : all.filter(({ id }) => id !== file.id)))
  return (
    <>
      <Group gap="sm">
        <BulkLinks chosen={chosen} count={count} onDone={() => setChosen([])} />
        <Text size="sm" c="dimmed">
          Each link opens the set-up at a PC, without a sign-in.
        </Text>
      </Group>
      <CompanyFileTable
        files={files}
        isSortable
        moreColumns={[
          {
            key: 'choose',
            label: 'Choose',
            width: '72px',
            render: (file) => (
              <Checkbox
                aria-label={`Choose ${file.name}`}
                checked={chosen.some(({ id }) => id === file.id)}
                onChange={(event) => choose(file, event.currentTarget.checked)}
              />
            ),
          },
        ]}
      />
    </>
  )
}

interface FileFiltersProps {
  readonly groups: readonly { readonly group: StateGroup; readonly count: number }[]
}

/** What the list shows; each other choice begins with its first page. */
function FileFilters({ groups }: FileFiltersProps) {
  const [{ q, state }, setChoices] = useQueryStates(fileParameters)
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  if (shown !== q) {
    setShown(q)
    setText(q)
  }
  const search = useDebouncedCallback((typed: string) => void setChoices({ q: typed || null, after: null }), typingMs)
  return (
    <FilterBar
      search={{
        label: 'Search company files',
        value: text,
        onChange: (typed) => {
          setText(typed)
          search(typed)
        },
      }}
      isFiltered={q !== '' || state !== null}
      onClear={() => void setChoices(null)}
    >
      <FilterSelect
        label="State"
        off="Any state"
        options={groups.map(({ group, count }) => ({
          value: group,
          label: `${stateGroups[group]} (${formatFileCount(count)})`,
        }))}
        value={state}
        onChange={(value) => void setChoices({ state: value as StateGroup | null, after: null })}
        isWide
      />
    </FilterBar>
  )
}
