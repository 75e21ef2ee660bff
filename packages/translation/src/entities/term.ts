import { Fault } from '@bridge/faults'
import { isBlank, isMeaningful } from '../check/check-value.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { family, type VariantSpec } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { RowSpecs } from '../table/row.ts'
import { between, derived, field, filter, isName, passing, refused, required } from '../table/rows.ts'

const dateDrivenOnly = refused(
  'a term of type STANDARD counts days from the transaction date; it has no day of the month',
  'Send DueDays, or create a term with DayOfMonthDue and without DueDays.',
)
const standardOnly = refused(
  'a term with DayOfMonthDue, of type DATE_DRIVEN, does not count days',
  'Send DayOfMonthDue, or create a term with DueDays and without DayOfMonthDue.',
)

const StandardTerms: VariantSpec = {
  desktop: 'StandardTerms',
  can: ['create'],
  rows: {
    ...named('STANDARD'),
    DueDays: field('StdDueDays'),
    DiscountDays: field('StdDiscountDays'),
    DayOfMonthDue: dateDrivenOnly,
    DueNextMonthDays: dateDrivenOnly,
    DiscountDayOfMonth: dateDrivenOnly,
  },
}

function named(type: string): RowSpecs {
  return {
    ...envelope,
    ...listIdentity,
    Name: field('Name', required, isName, filter('byName')),
    Active: field('IsActive', filter('byActive')),
    Type: derived('text', () => type, {
      rejection: {
        reason: 'QuickBooks Desktop cannot change the type of a term',
        instead: 'Create another Term, and make this one inactive.',
        passes: passing(type),
      },
    }),
    DiscountPercent: field('DiscountPct'),
    CustomField: refused(
      'QuickBooks Desktop has no custom fields on terms',
      'Put the text in the name of the term, up to 31 characters.',
    ),
  }
}

const DateDrivenTerms: VariantSpec = {
  desktop: 'DateDrivenTerms',
  can: ['create'],
  rows: {
    ...named('DATE_DRIVEN'),
    DayOfMonthDue: field('DayOfMonthDue', required, between(1, 31)),
    DueNextMonthDays: field('DueNextMonthDays'),
    DiscountDayOfMonth: field('DiscountDayOfMonth', between(1, 31)),
    DueDays: standardOnly,
    DiscountDays: standardOnly,
  },
}

/** Payment terms, standard and date-driven; qbXML has no request to change one. */
export const Term = family('Term', {
  variants: [StandardTerms, DateDrivenTerms],
  chooseVariant,
  query: 'Terms',
  // The deletion log contains only standard terms.
  deletedAs: ['StandardTerms'],
})

function chooseVariant({ Type: type = '', DayOfMonthDue: day }: JsonObject): VariantSpec {
  if (isBlank(type)) return isMeaningful(day) ? DateDrivenTerms : StandardTerms
  if (passing('STANDARD')(type, {})) return StandardTerms
  if (passing('DATE_DRIVEN')(type, {})) return DateDrivenTerms
  throw new Fault('2010', 'Type must be one of STANDARD, DATE_DRIVEN.', { element: 'Type' })
}
