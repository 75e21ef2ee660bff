'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Loader, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type DraftCall, findEntityName, findOperation, isQuery } from './draft-call.ts'
import { type EntityOperation, loadEntities } from './entity-tables.ts'
import classes from './explorer.module.css'
import type { ExplorerAccess } from './explorer-types.ts'

/** Loads only where there are more company files than a list shows. */
const SearchFile = dynamic(() => import('./search-file.tsx').then((module) => module.SearchFile), {
  ssr: false,
  loading: () => <TextInput label="Company file" disabled />,
})

export interface ListedRealm {
  readonly id: RealmId
  readonly name: string
  readonly kind: 'sandbox' | 'production'
}

interface ChooseCallProps {
  readonly draft: DraftCall
  readonly realms: readonly ListedRealm[]
  /** Whether there are company files to search for. */
  readonly hasMore: boolean
  readonly access: ExplorerAccess | undefined
  readonly isLoading: boolean
  readonly onChoose: (realmId: RealmId, entity: string, operation: EntityOperation) => void
  readonly onChooseFile: (realmId: RealmId) => void
}

const queryEntity = 'Query'
const labels: Readonly<Record<EntityOperation, string>> = {
  read: 'Read',
  query: 'Query',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
  void: 'Void',
}
const reads: readonly EntityOperation[] = ['read', 'query']

/** Chooses a company file, an entity and an operation. */
export function ChooseCall({ draft, realms, hasMore, access, isLoading, onChoose, onChooseFile }: ChooseCallProps) {
  const { data: entities = [] } = useQuery({
    queryKey: ['entity-tables'],
    queryFn: loadEntities,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const written = isQuery(draft) ? queryEntity : findEntityName(draft)
  const entity = entities.find(({ name }) => name.toLowerCase() === written?.toLowerCase())
  // Shows no control that would be refused: who may not write chooses among reads.
  const mayWrite = access === undefined || access.mayWrite || access.mayAllowWrites
  const operations = (entity?.operations ?? []).filter((operation) => mayWrite || reads.includes(operation))
  return (
    <div className={classes.choice}>
      {hasMore ? (
        <SearchFile realmId={draft.realmId} onChoose={onChooseFile} />
      ) : (
        <NativeSelect
          label="Company file"
          value={draft.realmId}
          data={realms.map(({ id, name, kind }) => ({
            value: id,
            label: kind === 'sandbox' ? name : `${name} (${id})`,
          }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = realms.find(({ id }) => id === value)
            if (chosen) onChooseFile(chosen.id)
          }}
        />
      )}
      <NativeSelect
        label="Entity"
        value={isQuery(draft) ? queryEntity : (entity?.name ?? '')}
        data={[
          ...(isQuery(draft) || entity ? [] : [{ value: '', label: 'Other' }]),
          queryEntity,
          ...entities.map(({ name }) => name),
        ]}
        onChange={({ currentTarget: { value: name } }) => {
          if (name === queryEntity) onChooseFile(draft.realmId)
          else if (name !== '') onChoose(draft.realmId, name, chooseFirst(name, entities, mayWrite))
        }}
      />
      {entity && (
        <NativeSelect
          label="Operation"
          value={findOperation(draft)}
          data={operations.map((operation) => ({ value: operation, label: labels[operation] }))}
          onChange={({ currentTarget: { value } }) => {
            const operation = operations.find((each) => each === value)
            if (operation) onChoose(draft.realmId, entity.name, operation)
          }}
        />
      )}
      {isLoading && <Loader size="xs" mb={10} aria-label="Loading a sample" />}
    </div>
  )
}

interface Choice {
  readonly name: string
  readonly operations: readonly EntityOperation[]
}

/** An entity begins with a create where possible, else with a read. */
function chooseFirst(name: string, entities: readonly Choice[], mayWrite: boolean): EntityOperation {
  const operations = entities.find((each) => each.name === name)?.operations ?? []
  return mayWrite && operations.includes('create') ? 'create' : 'read'
}
