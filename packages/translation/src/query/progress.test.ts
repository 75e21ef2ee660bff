import { type QbxmlRequest, type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catchFault, context, parseResponse, requireTable } from '../../test/translation.fixture.ts'
import { IdList } from './id-list.ts'
import { parseQuery } from './parse.ts'
import { planQuery } from './plan.ts'
import type { QueryRun } from './query-run.ts'

const maxExchanges = 300

function plan(text: string): QueryRun {
  const query = parseQuery(text)
  return planQuery(query, requireTable(query.entity), context)
}
function createPage(from: number, count: number, remaining: number, id = '{1}'): QbxmlResponse {
  const elements = Array.from(
    { length: count },
    (_, index) => `<CustomerRet><ListID>${(from + index).toString(16).toUpperCase()}-1</ListID></CustomerRet>`,
  )
  return {
    ...parseResponse('CustomerQueryRs', elements.join('')),
    iteratorId: id,
    iteratorRemainingCount: remaining,
  }
}

/** Runs a query to its end with pages from a function, and returns the number of exchanges. */
function run(query: QueryRun, respond: (page: number, request: QbxmlRequest) => QbxmlResponse): number {
  let page = 0
  for (let requests = query.next(); requests.length > 0; requests = query.next()) {
    if (page === maxExchanges) throw new Error('The query does not end.')
    runAtOnce(query.accept(requests.map((request) => respond(page, request))))
    page++
  }
  query.finish()
  return page
}

describe('a query over endless pages', () => {
  const local = "SELECT * FROM Customer WHERE Notes = 'zz'"

  it('fails after a page without records', () => {
    let pages = 0
    const respond = () => {
      pages++
      return createPage(1, pages === 1 ? 3 : 0, 1)
    }
    expect(catchFault(() => run(plan(local), respond))).toMatchObject({ code: '500' })
    expect(pages).toBe(2)
  })

  it.each([
    ['as many', 5],
    ['more', 6],
    ['a negative number of', -1],
  ])('fails if %s records remain after a page', (_what, remaining) => {
    expect(
      catchFault(() => run(plan(local), (page) => createPage(page, 1, page === 0 ? 5 : remaining))).detail,
    ).toContain('as many records remain')
  })

  it('fails after more pages than the first one announced', () => {
    let pages = 0
    const respond = () => {
      pages++
      return createPage(pages, 1, 20_000 - pages)
    }
    expect(catchFault(() => run(plan(local), respond)).detail).toContain('more pages')
    // One page of whole records, and twice as many of keys as their number takes.
    expect(pages).toBe(1 + 22)
  })

  it('reads pages shorter than requested, as after deletions', () => {
    let left = 20_000
    const respond = () => {
      left -= 1_500
      return createPage(left, 1_500, Math.max(0, left))
    }
    expect(run(plan(local), respond)).toBe(14)
  })

  it('reads at most a million records for a page, or for a count of items [dp-4.3.14]', () => {
    const deep = plan('SELECT * FROM Customer STARTPOSITION 5000000')
    const ids = Array.from({ length: 5_000 }, (_, index) => createPage(index, 1, 0).elements[0]).filter((id) => !!id)
    let pages = 0
    const respond = (): QbxmlResponse => {
      pages++
      return { ...createPage(0, 0, 9_000_000 - pages), elements: ids }
    }
    expect(catchFault(() => run(deep, respond))).toMatchObject({
      code: 'UNSUPPORTED_QUERY',
      detail: expect.stringContaining('more than 1000000 records of Customer'),
    })
    expect(pages).toBe(200)
    const count = plan('SELECT COUNT(*) FROM Item WHERE Active = true')
    count.next()
    expect(catchFault(() => runAtOnce(count.accept([createPage(1, 1, 1_000_000)]))).code).toBe('UNSUPPORTED_QUERY')
  })
})

it('reads a page from a list longer than a million records, as far as these go [dp-4.3.14]', () => {
  const list = new IdList()
  list.extend(
    Array.from({ length: 300_000 }, (_, index) => `${index.toString(16).toUpperCase()}-2`),
    false,
  )
  const query = parseQuery('SELECT Id FROM Customer STARTPOSITION 300001 MAXRESULTS 100')
  const { elements } = createPage(1, 5_000, 0)
  let pages = 0
  const exchanges = run(planQuery(query, requireTable('Customer'), context, list), (_page, request) => {
    const named = request.children.filter(({ name }) => name === 'ListID')
    if (named.length > 0) {
      const found = named.map(({ text }) => `<CustomerRet><ListID>${text}</ListID></CustomerRet>`)
      return parseResponse('CustomerQueryRs', found.join(''))
    }
    pages++
    return { ...createPage(0, 0, 2_000_000 - pages), elements }
  })
  expect([pages, exchanges]).toEqual([200, 201])
})

describe('a query over a lying agent’s pages', () => {
  const answer = fc.record({
    count: fc.constantFrom(0, 1, 3, 499, 500, 501, 1_200),
    remaining: fc.oneof(fc.constantFrom(0, 1, 5_000, 2 ** 31, -1), fc.nat(10_000)),
    id: fc.constantFrom('{1}', '{2}', ''),
    from: fc.constantFrom(1, 400, 100_000),
  })

  it('a query ends within its exchanges, whatever the pages are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          "SELECT Id FROM Customer WHERE Notes = 'zz'",
          'SELECT Id FROM Customer ORDERBY Id DESC',
          "SELECT COUNT(*) FROM Customer WHERE Notes = 'zz'",
          'SELECT Id FROM Customer STARTPOSITION 501 MAXRESULTS 1000',
          'SELECT Id FROM Customer STARTPOSITION 40001 MAXRESULTS 100',
        ),
        fc.array(answer, { minLength: 1, maxLength: 8 }),
        (text, answers) => {
          let exchanges = 0
          const respond = (page: number): QbxmlResponse => {
            exchanges++
            const { count, remaining, id, from } = answers[page % answers.length] ?? {
              count: 0,
              remaining: 0,
              id: '',
              from: 1,
            }
            return createPage(from + page, count, remaining, id)
          }
          try {
            run(plan(text), respond)
          } catch (error) {
            expect(error).toMatchObject({ name: 'Fault' })
          }
          expect(exchanges).toBeLessThanOrEqual(60)
        },
      ),
      { numRuns: 60 },
    )
  })
})
