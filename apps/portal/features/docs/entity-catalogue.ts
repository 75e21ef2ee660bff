import { describeEntity, type FoundEntity, registry } from '@bridge/translation'

/** An entity as the list prints it. */
export interface ListedEntity {
  readonly name: string
  /** What can be done with it, or why nothing can. */
  readonly text: string
  readonly href: string | undefined
}

const found = Object.entries(registry)

interface EntityGroup {
  readonly title: string
  readonly anchor: string
  readonly text: string
  readonly entities: readonly ListedEntity[]
}

/** Every entity by what becomes of it. */
export const entityGroups: readonly EntityGroup[] = [
  {
    title: 'Served',
    anchor: 'served',
    text: 'Each has a page with its fields and what QuickBooks Desktop makes of them.',
    entities: listed(({ kind }) => kind === 'built'),
  },
  {
    title: 'Not served yet',
    anchor: 'planned',
    text: 'QuickBooks Desktop has them. Until they are served, a call answers UNSUPPORTED_BY_DESKTOP with this reason.',
    entities: listed((entity) => entity.kind === 'refused' && entity.state === 'planned'),
  },
  {
    title: 'Without an equivalent',
    anchor: 'gaps',
    text: 'QuickBooks Desktop has nothing of the kind. A call answers UNSUPPORTED_BY_DESKTOP with this reason.',
    entities: listed((entity) => entity.kind === 'refused' && entity.state === 'gap'),
  },
]

function listed(isWanted: (entity: FoundEntity) => boolean): ListedEntity[] {
  return found
    .filter(([, entity]) => isWanted(entity))
    .map(([name, entity]) => ({
      name,
      text: entity.kind === 'built' ? describeEntity(entity.table).operations.join(', ') : entity.reason,
      href: entity.kind === 'built' ? `/docs/entities/${name.toLowerCase()}` : undefined,
    }))
}
