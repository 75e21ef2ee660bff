import { printableSchema } from '@bridge/identity/access/name'
import { z } from 'zod'

const likeWildcards = /[\\%_]/g

/** A page of a list, at most. */
const maxPage = 1_000

/** A place in a list that is ordered by time. */
interface Position {
  readonly createdAt: Date
  readonly id: string
}

/** The input fields of a list with pages. Without them it has up to 1,000 rows. */
export function listPageFields(searched: string) {
  return {
    limit: z.coerce.number().int().min(1).max(maxPage).default(maxPage),
    after: z
      .string()
      .regex(/^\d{1,15}-\w{1,80}$/, 'must be `after` of the previous page')
      .optional()
      .describe('`after` of the previous page.'),
    ...searchField(searched),
  }
}

/** The input field of a list that can be searched. */
export function searchField(searched: string) {
  return { search: printableSchema.max(80).optional().describe(`A part of ${searched}, case-insensitive.`) }
}

/** The output field that says where the next page begins. */
export const afterField = {
  after: z.string().nullable().describe('Where the next page begins; null for the last one.'),
}

/** Which rows of a list, oldest first. */
export interface ListPage {
  readonly limit: number
  readonly after?: string | undefined
  readonly search?: string | undefined
}

/** Returns Prisma's arguments for a page, with one row more: it says whether there is a next page. */
export function toPageArguments({ limit, after }: ListPage) {
  const [time, id = ''] = after?.split('-') ?? []
  const createdAt = new Date(Number(time))
  return {
    // The first condition lets the index begin there.
    where:
      after === undefined
        ? {}
        : { createdAt: { gte: createdAt }, OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] },
    orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }],
    take: limit + 1,
  }
}

/** Returns a text's condition for a column; none without a text. */
export function toSearch(search: string | undefined) {
  return search === undefined ? undefined : { contains: escapeLike(search), mode: 'insensitive' as const }
}

/** Returns the pattern of `LIKE` for texts that contain this one. */
export function toLikePattern(text: string): string {
  return `%${escapeLike(text)}%`
}

function escapeLike(text: string): string {
  return text.replaceAll(likeWildcards, '\\$&')
}

/** Cuts off the row that is more than the page, and returns the next page's place. It does not depend on a row. */
export function toListPage<Row extends Position>(rows: readonly Row[], { limit }: ListPage) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), after: last ? `${last.createdAt.getTime()}-${last.id}` : null }
}
