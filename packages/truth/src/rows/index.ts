import type { BeliefRow } from './belief-row.ts'
import { comRows } from './com.ts'
import { permissionRows } from './permission.ts'
import { qbxmlRows } from './qbxml.ts'
import { sessionRows } from './sessions.ts'
import { connectorRows } from './web-connector.ts'

const typedRows = [...permissionRows, ...sessionRows, ...comRows, ...qbxmlRows, ...connectorRows] as const

type Row = (typeof typedRows)[number]

export type BeliefId = Row['id']

/** The beliefs that the kit checks, by who checks them. */
export type ReadId = Extract<Row, { mode: 'reads' }>['id']
export type WriteId = Extract<Row, { mode: 'writes' }>['id']
export type GuidedId = Extract<Row, { mode: 'guided' }>['id']

/** All beliefs, in the order in which the kit checks those of one mode. */
export const beliefs: readonly (BeliefRow & { readonly id: BeliefId })[] = typedRows

const beliefById = new Map<string, BeliefRow>(beliefs.map((row) => [row.id, row]))

export function findBelief(id: string): BeliefRow | undefined {
  return beliefById.get(id)
}
