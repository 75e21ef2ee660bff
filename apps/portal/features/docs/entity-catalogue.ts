import { describeEntity, type FoundEntity, registry } from '@bridge/translation'

/** An entity as a list item. */
export interface ListedEntity {
  readonly name: string
  /** The supported operations, or the reason why the entity is not supported. */
  readonly text: string
  readonly href: string | undefined
}

const entries = Object.entries(registry)

interface EntityGroup {
  readonly title: string
  readonly anchor: string
  readonly text: string
  readonly entities: readonly ListedEntity[]
}

/** Every entity, grouped by whether the service supports it. */
export const entityGroups: readonly EntityGroup[] = [
  {
    title: 'Supported',
    anchor: 'served',
    text: 'Each page lists the fields of an entity and how they map to QuickBooks Desktop.',
    entities: listEntities(({ kind }) => kind === 'built'),
  },
  {
    title: 'Coming later',
    anchor: 'planned',
    text: 'In QuickBooks Desktop, but not supported yet. A request returns UNSUPPORTED_BY_DESKTOP with the reason.',
    entities: listEntities((entity) => entity.kind === 'refused' && entity.state === 'planned'),
  },
  {
    title: 'No Desktop equivalent',
    anchor: 'gaps',
    text: 'Not in QuickBooks Desktop. A request returns UNSUPPORTED_BY_DESKTOP with the reason.',
    entities: listEntities((entity) => entity.kind === 'refused' && entity.state === 'gap'),
  },
]

function listEntities(belongs: (entity: FoundEntity) => boolean): ListedEntity[] {
  return entries
    .filter(([, entity]) => belongs(entity))
    .map(([name, entity]) => ({
      name,
      text: entity.kind === 'built' ? describeEntity(entity.table).operations.join(', ') : entity.reason,
      href: entity.kind === 'built' ? `/docs/entities/${name.toLowerCase()}` : undefined,
    }))
}
