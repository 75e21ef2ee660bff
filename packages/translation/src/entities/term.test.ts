import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  listIdentity,
  read,
  requireTable,
  serializeCreate,
  shownIdentity,
} from '../../test/translation.fixture.ts'

const Term = requireTable('Term')
function create(body: object): string {
  return serializeCreate(Term, { Name: 'Ours', ...body })
}

describe('Term', () => {
  it('reads standard and date-driven terms', () => {
    expect(
      read(
        'Term',
        `<StandardTermsRet>${listIdentity}<Name>2% 10 Net 30</Name><IsActive>true</IsActive><StdDueDays>30</StdDueDays><StdDiscountDays>10</StdDiscountDays><DiscountPct>2.00</DiscountPct></StandardTermsRet>`,
      ),
    ).toEqual({
      ...shownIdentity,
      Name: '2% 10 Net 30',
      Type: 'STANDARD',
      DueDays: 30,
      DiscountDays: 10,
      DiscountPercent: 2,
    })
    expect(
      read(
        'Term',
        `<DateDrivenTermsRet>${listIdentity}<Name>15th</Name><IsActive>true</IsActive><DayOfMonthDue>15</DayOfMonthDue><DueNextMonthDays>5</DueNextMonthDays><DiscountDayOfMonth>1</DiscountDayOfMonth><DiscountPct>1.5</DiscountPct></DateDrivenTermsRet>`,
      ),
    ).toEqual({
      ...shownIdentity,
      Name: '15th',
      Type: 'DATE_DRIVEN',
      DayOfMonthDue: 15,
      DueNextMonthDays: 5,
      DiscountDayOfMonth: 1,
      DiscountPercent: 1.5,
    })
  })

  it('creates standard or date-driven terms', () => {
    expect(create({ DueDays: 45, DiscountDays: '10', DiscountPercent: 2 })).toBe(
      compact(`
        <StandardTermsAddRq><StandardTermsAdd>
          <Name>Ours</Name><StdDueDays>45</StdDueDays><StdDiscountDays>10</StdDiscountDays><DiscountPct>2</DiscountPct>
        </StandardTermsAdd></StandardTermsAddRq>`),
    )
    expect(create({ DayOfMonthDue: 15, DueNextMonthDays: 5, Active: true, DueDays: 0 })).toBe(
      compact(`
        <DateDrivenTermsAddRq><DateDrivenTermsAdd>
          <Name>Ours</Name><IsActive>true</IsActive><DayOfMonthDue>15</DayOfMonthDue><DueNextMonthDays>5</DueNextMonthDays>
        </DateDrivenTermsAdd></DateDrivenTermsAddRq>`),
    )
    expect(create({ Type: 'date_driven', DayOfMonthDue: 1 })).toContain('<DateDrivenTermsAdd>')
  })

  it('rejects both types’ fields in one record', () => {
    expect(catchFault(() => create({ Type: 'STANDARD', DayOfMonthDue: 15 }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'DayOfMonthDue',
    })
    expect(catchFault(() => create({ DayOfMonthDue: 15, DueDays: 30 }))).toMatchObject({ element: 'DueDays' })
    expect(catchFault(() => create({ Type: 'LATER' }))).toMatchObject({ code: '2010', element: 'Type' })
    expect(catchFault(() => create({ Type: 'DATE_DRIVEN' }))).toMatchObject({ code: '2020', element: 'DayOfMonthDue' })
  })

  it('rejects days outside a month', () => {
    for (const day of [32, -1])
      expect(catchFault(() => create({ DayOfMonthDue: day }))).toMatchObject({ code: '2010', element: 'DayOfMonthDue' })
    expect(catchFault(() => create({ DayOfMonthDue: 1, DiscountDayOfMonth: 0 }))).toMatchObject({
      code: '2010',
      element: 'DiscountDayOfMonth',
    })
  })

  it('terms cannot be updated, since qbXML has no request for it', () => {
    expect(Term.can).toEqual(['read', 'query', 'create'])
  })
})
