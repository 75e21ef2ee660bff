'use client'

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmByName } from '../../components/confirm-by-name.tsx'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { mayManage } from '../../lib/permissions.ts'
import { useOrganization } from '../organizations/organization-context.tsx'

interface CredentialTableProps<Row> {
  /** Describes the table to screen readers. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly DataTableColumn<Row>[]
  readonly getName: (row: Row) => string
  readonly isEnded?: (row: Row) => boolean
  /** The dialog in which an admin ends a credential: a question, what follows, and the button's verb and object. */
  readonly ending: { readonly title: string; readonly consequences: readonly string[]; readonly action: string }
  readonly onEnd: (id: string) => Promise<unknown>
  /** The action column's width, in CSS. */
  readonly actionsWidth: string
  /** Renders further actions, for every role. */
  readonly renderActions?: (row: Row) => ReactNode
  /** Replaces a table without rows. */
  readonly empty?: ReactNode
  /** Names what only admins can do: `disconnect an app`. */
  readonly adminsCan: string
  /** Notes below the table. */
  readonly children?: ReactNode
}

/** Lists what gives access to a company file. Admins end each row after typing its name. */
export function CredentialTable<Row extends { readonly id: string }>(props: CredentialTableProps<Row>) {
  const { label, rows, columns, getName, isEnded, ending, onEnd, actionsWidth, renderActions } = props
  const { role } = useOrganization()
  const [chosen, setChosen] = useState<Row>()
  const isAdmin = mayManage(role)
  const [verb = ''] = ending.action.split(' ')
  const actions: DataTableColumn<Row> = {
    key: 'actions',
    label: 'Actions',
    align: 'right',
    width: actionsWidth,
    render: (row) =>
      !isEnded?.(row) && (
        <Group gap="xs" align="flex-start" justify="flex-end">
          {renderActions?.(row)}
          {isAdmin && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={`${verb} ${getName(row)}`}
              onClick={() => setChosen(row)}
            >
              {verb}
            </Button>
          )}
        </Group>
      ),
  }
  const shown = isAdmin || renderActions ? [...columns, actions] : columns
  const table = <DataTable label={label} rows={rows} rowKey={({ id }) => id} columns={shown} />
  return (
    <>
      {rows.length === 0 ? (props.empty ?? table) : table}
      {props.children}
      {!isAdmin && <RoleNote needs="admin" to={props.adminsCan} />}
      <ConfirmByName
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        name={chosen ? getName(chosen) : ''}
        onConfirm={() => onEnd(chosen?.id ?? '')}
        {...ending}
      />
    </>
  )
}
