import { describeEntity, findEntity, registry } from '@bridge/translation'

/** The entities with pages, in the order of the catalogue. */
export const entityPages = Object.entries(registry)
  .filter(([, { kind }]) => kind === 'built')
  .map(([name]) => ({ title: name, href: entityHref(name) }))

/** Returns an entity's documentation address. */
export function entityHref(name: string): string {
  return `/docs/entities/${name.toLowerCase()}`
}

/** Returns the address of an entity's differences from QuickBooks Online. */
export function differencesHref(name: string): string {
  return `${entityHref(name)}/differences`
}

/** Describes an entity by the name in its address. */
export function findDescribedEntity(name: string) {
  const found = findEntity(name)
  return found?.kind === 'built' ? describeEntity(found.table) : undefined
}
