import { childText } from './qbxml/element.ts'
import type { Response } from './qbxml/message-set.ts'
import type { EntityTable } from './table/entity-table.ts'
import type { ReadContext } from './table/row.ts'

/** The context that tells in which list a name stands, from the lists that were asked along. */
export const withNameLists = (
  context: ReadContext,
  { nameLists }: EntityTable,
  responses: readonly Response[],
): ReadContext => {
  if (nameLists === undefined) return context
  const known = new Map(
    nameLists.flatMap((list) =>
      responses
        .flatMap(({ elements }) => elements.filter(({ name }) => name === `${list}Ret`))
        .map((element) => [childText(element, 'ListID') ?? '', list] as const),
    ),
  )
  return known.size === 0 ? context : { ...context, nameLists: known }
}
