import { describe, expect, it } from 'vitest'
import { employeeWithAddedFields } from '../../test/added-fields.fixture.ts'
import { catchFault, compact, context, parseElement, serializeRequest } from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { formatEntityPage } from '../describe/entity-page.ts'
import { compileQuery } from '../query/evaluate.ts'
import { parseQuery } from '../query/parse.ts'
import { readRecord } from '../read/read.ts'
import { createAddRequest, createModRequest } from '../write/requests.ts'

const table = employeeWithAddedFields()
const added = { JobTitle: 'Clerk', TargetBonus: 1500, SupervisorRef: { value: '80000001-1', name: 'Ann Lee' } }
const elements =
  '<JobTitle>Clerk</JobTitle><SupervisorRef><ListID>80000001-1</ListID></SupervisorRef><TargetBonus>1500.00</TargetBonus>'

describe('a table with a text, an amount and a reference added by one line each', () => {
  it('checks the fields by their elements’ types and lengths', () => {
    const check = (field: object) => catchFault(() => checkCreate(table, { GivenName: 'Bob', ...field }))
    expect(check({ JobTitle: 'x'.repeat(42) })).toMatchObject({ code: '2050', element: 'JobTitle' })
    expect(check({ TargetBonus: 1.234 })).toMatchObject({ code: '2010', element: 'TargetBonus' })
    expect(check({ SupervisorRef: 'Ann Lee' })).toMatchObject({ code: '2010', element: 'SupervisorRef' })
    expect(check({ SupervisorRef: { name: 'x'.repeat(210) } })).toMatchObject({ code: '2050' })
  })

  it('writes the fields on create and update', () => {
    const created = serializeRequest(createAddRequest(checkCreate(table, { GivenName: 'Bob', ...added })))
    const updated = serializeRequest(
      createModRequest(checkUpdate(table, { Id: '80000002-1', SyncToken: '1', ...added })),
    )
    for (const element of elements.split(/(?<=<\/\w+>)(?=<(?!\/))/)) {
      expect(created).toContain(element)
      expect(updated).toContain(element)
    }
  })

  it('reads the fields', () => {
    const record = parseElement(
      compact(
        `<EmployeeRet><ListID>80000002-1</ListID>${elements.replace('</ListID>', '</ListID><FullName>Ann Lee</FullName>')}</EmployeeRet>`,
      ),
    )
    expect(readRecord(table, record, context)).toMatchObject(added)
  })

  it('finds records by the fields', () => {
    const query = parseQuery(
      "SELECT JobTitle FROM Employee WHERE JobTitle LIKE 'cl%' AND TargetBonus > 1000 AND SupervisorRef = '80000001-1'",
    )
    const { matches, project } = compileQuery(query, table)
    expect(matches({ Id: '80000002-1', ...added })).toBe(true)
    expect(matches({ Id: '80000002-1', ...added, TargetBonus: 999 })).toBe(false)
    expect(project({ Id: '80000002-1', ...added })).toMatchObject({ JobTitle: 'Clerk' })
  })

  it('documents the fields', () => {
    const page = formatEntityPage('Employee', { kind: 'built', table })
    expect(page).toContain('| `JobTitle` | text | read-write | `JobTitle` | max 41 |')
    expect(page).toContain('| `TargetBonus` | amount in the home currency | read-write | `TargetBonus` |')
    expect(page).toContain('| `SupervisorRef` | ref | read-write | `SupervisorRef` |')
  })
})
