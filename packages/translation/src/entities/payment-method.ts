import { envelope, listIdentity } from '../parts/identity.ts'
import { list } from '../table/entity-table.ts'
import { choice, field, filter, isName, note, refused, required } from '../table/rows.ts'
import type { Choice } from '../table/traits.ts'

/** Payment methods; qbXML has no request to change one. */
export const PaymentMethod = list('PaymentMethod', {
  can: ['create'],
  rows: {
    ...envelope,
    ...listIdentity,
    Name: field('Name', required, isName, filter('byName')),
    Active: field('IsActive', filter('byActive')),
    Type: choice(
      'PaymentMethodType',
      [
        { client: 'CREDIT_CARD', desktop: 'OtherCreditCard' },
        ...only('CREDIT_CARD', 'AmericanExpress', 'Discover', 'MasterCard', 'Visa'),
        { client: 'NON_CREDIT_CARD', desktop: 'Other' },
        ...only('NON_CREDIT_CARD', 'Cash', 'Check', 'DebitCard', 'ECheck', 'GiftCard'),
      ],
      note('QuickBooks Desktop distinguishes eleven types; a new method has the type OtherCreditCard or Other'),
    ),
    CustomField: refused(
      'QuickBooks Desktop has no custom fields on payment methods',
      'Put the text in the name of the payment method, up to 31 characters.',
    ),
  },
})

function only(client: string, ...desktop: readonly string[]): Choice[] {
  return desktop.map((each) => ({ client, desktop: each, writes: false }))
}
