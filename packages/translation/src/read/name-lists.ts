import { childText } from '../qbxml/element.ts'
import type { QbxmlResponse } from '../qbxml/message-set.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { ReadContext } from '../table/row.ts'

/**
 * The context that tells in which list a name stands, from the lists that were asked along; a list without any name was
 * asked, too.
 */
export function withNameLists(
  context: ReadContext,
  { nameLists }: EntityTable,
  responses: readonly QbxmlResponse[],
): ReadContext {
  if (nameLists === undefined || !nameLists.every((list) => isAnswered(list, responses))) return context
  const known = new Map(
    nameLists.flatMap((list) =>
      responses
        .flatMap(({ elements }) => elements.filter(({ name }) => name === `${list}Ret`))
        .map((element) => [childText(element, 'ListID') ?? '', list] as const),
    ),
  )
  return { ...context, nameLists: known }
}

function isAnswered(list: string, responses: readonly QbxmlResponse[]): boolean {
  return responses.some(({ name, statusSeverity }) => name === `${list}QueryRs` && statusSeverity !== 'Error')
}
