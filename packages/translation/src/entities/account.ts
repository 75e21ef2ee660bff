import { Fault } from '@bridge/faults'
import { childText } from '@bridge/qbxml'
import { isBlank, isMeaningful } from '../check/check-value.ts'
import { accountTypeChoices, accountTypes, findType, getSubType } from '../parts/account-types.ts'
import { chosenCurrency } from '../parts/currency-rows.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { isBelowParent } from '../parts/level.ts'
import { list, type RecordDraft } from '../table/entity-table.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import {
  acceptsNumbers,
  choice,
  createOnly,
  derived,
  field,
  filter,
  isName,
  notClearable,
  readOnly,
  refused,
  required,
  sameRow,
  writeOnly,
} from '../table/rows.ts'

export const Account = list('Account', {
  can: ['create', 'update'],
  hierarchical: true,
  ownerId: true,
  rows: {
    ...envelope,
    ...listIdentity,
    Name: field('Name', required, isName, filter('byName')),
    FullyQualifiedName: field('FullName', readOnly, filter('byFullName')),
    Active: field('IsActive', filter('byActive')),
    ParentRef: field('ParentRef', notClearable),
    SubAccount: isBelowParent,
    Classification: derived('text', (record) => accountTypes[childText(record, 'AccountType') ?? '']?.classification, {
      reads: ['AccountType'],
    }),
    AccountType: choice('AccountType', accountTypeChoices, notClearable, {
      write: { unknownChoice: 'UNMAPPED_ACCOUNT_TYPE' },
    }),
    AccountSubType: derived(
      'text',
      (record) => getSubType(childText(record, 'AccountType') ?? '', childText(record, 'SpecialAccountType')),
      {
        reads: ['AccountType', 'SpecialAccountType'],
        note: 'QuickBooks Desktop has only types: each shows the most common sub-type, which selects its type; other sub-types are rejected',
      },
    ),
    AcctNum: field('AccountNumber', acceptsNumbers),
    BankNum: field('BankNumber', acceptsNumbers),
    Description: field('Desc', acceptsNumbers),
    CurrentBalance: field('Balance', readOnly),
    CurrentBalanceWithSubAccounts: field('TotalBalance', readOnly),
    OpeningBalance: field('OpenBalance', createOnly, writeOnly),
    OpeningBalanceDate: field('OpenBalanceDate', createOnly, writeOnly),
    CurrencyRef: field('CurrencyRef', chosenCurrency),
    CustomField: customFields,

    AccountAlias: refused(
      'QuickBooks Desktop accounts have only one name',
      'Put the other name in Description of the account.',
    ),
    TaxCodeRef: refused(
      'QuickBooks Desktop keeps tax codes on items and customers, not on accounts',
      'Set SalesTaxCodeRef on the Item, or DefaultTaxCodeRef on the Customer.',
    ),
    TxnLocationType: refused(
      'this field is for taxes of other countries',
      'Leave it out: taxes of the United States are in TxnTaxDetail and TaxCodeRef.',
    ),
    ...sameRow(
      ['AcctNumExtn', 'AccountPurposes', 'TaxAccount', 'OnlineBankingEnabled', 'FIName', 'JournalCodeRef'],
      refused(
        'QuickBooks Desktop has no such field on accounts',
        'Keep the value in your app, or in Description of the account.',
      ),
    ),
  },
  alsoCheck: (draft) => {
    resolveType(draft)
    requireDatedBalance(draft)
  },
})

/** Rejects an opening balance date without the balance. Throws 2020. */
function requireDatedBalance({ operation, body }: RecordDraft): void {
  const { OpeningBalance: balance, OpeningBalanceDate: date } = body
  if (operation === 'update' || !isMeaningful(date) || !isBlank(balance)) return
  throw new Fault('2020', 'OpeningBalance is required with OpeningBalanceDate.', { element: 'OpeningBalance' })
}

/** Derives the type from the sub-type, and rejects a contradictory type. */
function resolveType({ operation, body, values, unchanged }: RecordDraft): void {
  const { AccountType: type, AccountSubType: subType } = body
  if (isBlank(subType)) {
    if (isBlank(type) && operation === 'create') {
      throw new Fault('2020', 'AccountType or AccountSubType is required.', { element: 'AccountType' })
    }
    return
  }
  if (typeof subType !== 'string')
    throw new Fault('2010', 'AccountSubType must be a string.', { element: 'AccountSubType' })
  const implied = findType(subType)
  if (implied === undefined) throw unmapped(subType)
  const stated = values.get('AccountType')
  if (stated !== undefined && stated !== implied) {
    throw new Fault(
      '2010',
      `AccountSubType ${subType} belongs to AccountType ${accountTypes[implied]?.client}, not ${type}.`,
      {
        element: 'AccountSubType',
      },
    )
  }
  values.set('AccountType', implied)
  if (isSubType(subType, getSubType(implied, undefined))) return
  // A special account, such as Undeposited Funds, has a sub-type clients may repeat.
  const check = (before: JsonObject): void => {
    if (!isSubType(subType, before.AccountSubType)) throw unmapped(subType)
  }
  if (operation === 'create') check({})
  else unchanged.push({ path: 'AccountSubType', value: subType, reason: '', check })
}

function isSubType(sent: string, shown: JsonValue | undefined): boolean {
  return sent.trim().toLowerCase() === String(shown ?? '').toLowerCase()
}

function unmapped(subType: string): Fault {
  return new Fault(
    'UNMAPPED_ACCOUNT_TYPE',
    `AccountSubType ${JSON.stringify(subType)} has no equivalent in QuickBooks Desktop, which has only account types. Send only AccountType.`,
    { element: 'AccountSubType' },
  )
}
