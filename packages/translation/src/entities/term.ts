import { Fault } from '@bridge/faults'
import { isBlank, isMeaningful } from '../check/check-value.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { type Variant, variants } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { Rows } from '../table/row.ts'
import {
  between,
  bool,
  derived,
  filter,
  isName,
  max,
  passing,
  percent,
  refused,
  required,
  text,
  whole,
} from '../table/rows.ts'

const dateDrivenOnly = refused('a term of type STANDARD counts days from the transaction; it knows no day of the month')
const standardOnly = refused('a term of type DATE_DRIVEN names days of the month; it counts no days')

const StandardTerms: Variant = {
  desktop: 'StandardTerms',
  can: ['create'],
  rows: {
    ...named('STANDARD'),
    DueDays: whole('StdDueDays'),
    DiscountDays: whole('StdDiscountDays'),
    DayOfMonthDue: dateDrivenOnly,
    DueNextMonthDays: dateDrivenOnly,
    DiscountDayOfMonth: dateDrivenOnly,
  },
}

function named(type: string): Rows {
  return {
    ...envelope,
    ...listIdentity,
    Name: text('Name', max(31), required, isName, filter('byName')),
    Active: bool('IsActive', filter('byActive')),
    Type: derived('text', () => type, {
      fixed: { reason: 'QuickBooks Desktop cannot change the type of a term', passes: passing(type) },
    }),
    DiscountPercent: percent('DiscountPct'),
    CustomField: refused('QuickBooks Desktop has no custom fields on terms'),
  }
}

const DateDrivenTerms: Variant = {
  desktop: 'DateDrivenTerms',
  can: ['create'],
  rows: {
    ...named('DATE_DRIVEN'),
    DayOfMonthDue: whole('DayOfMonthDue', required, between(1, 31)),
    DueNextMonthDays: whole('DueNextMonthDays'),
    DiscountDayOfMonth: whole('DiscountDayOfMonth', between(1, 31)),
    DueDays: standardOnly,
    DiscountDays: standardOnly,
  },
}

/** Terms of payment, standard and date driven; qbXML has no way to change one. */
export const Term = variants('Term', {
  tables: [StandardTerms, DateDrivenTerms],
  variantOf,
  query: 'Terms',
  // Deletions are told of standard terms alone (specification, 4.5, boundary 2).
  deletedAs: ['StandardTerms'],
})

function variantOf({ Type: type = '', DayOfMonthDue: day }: JsonObject): Variant {
  if (isBlank(type)) return isMeaningful(day) ? DateDrivenTerms : StandardTerms
  if (passing('STANDARD')(type, {})) return StandardTerms
  if (passing('DATE_DRIVEN')(type, {})) return DateDrivenTerms
  throw new Fault('2010', 'Type must be STANDARD or DATE_DRIVEN', { element: 'Type' })
}
