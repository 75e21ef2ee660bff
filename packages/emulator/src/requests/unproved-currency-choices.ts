import { invalidField, type StatusError } from './status-error.ts'

/** A question about foreign currencies that only a real QuickBooks decides, and what the emulator does until then. */
export interface CurrencyChoice {
  readonly question: string
  readonly choice: string
}

/** A request that is refused with status 3210 until a real QuickBooks shows its own status and text. */
interface RefusedCurrency extends CurrencyChoice {
  readonly why: string
}

const refusedCurrencies = {
  usedRecord: {
    question: 'What a Mod of the currency of a used name or account returns',
    choice: 'Status 3210',
    why: 'The currency cannot be changed, because the record is in use.',
  },
  accountType: {
    question: 'What a foreign currency on an account other than bank, credit card, A/R or A/P returns',
    choice: 'Status 3210',
    why: 'Accounts of this type are always in the home currency.',
  },
  parent: {
    question: 'Whether a job or sub-account can have another currency than its parent',
    choice: 'No: it inherits the currency, and another one is status 3210',
    why: 'The currency must be the one of the parent.',
  },
  inactive: {
    question: 'What assigning an inactive currency returns',
    choice: 'Status 3210; names and accounts that have the currency keep working',
    why: 'The currency is inactive.',
  },
  homeInactive: {
    question: 'What making the home currency inactive returns',
    choice: 'Status 3210',
    why: 'The home currency cannot be inactive.',
  },
  homeRate: {
    question: 'What an ExchangeRate other than 1 returns in a home currency transaction',
    choice: 'Status 3210',
    why: 'The exchange rate of the home currency is 1.',
  },
  rate: {
    question: 'Which exchange rates are refused',
    choice: 'Zero, negative ones, and those above 1,000,000 or below 0.000001: status 3210',
    why: 'The exchange rate must be between 0.000001 and 1,000,000.',
  },
  changedTransaction: {
    question: 'Whether a Mod can change the currency of a transaction, through its name or account',
    choice: 'No: status 3210',
    why: 'The currency of a saved transaction cannot be changed.',
  },
  controlAccount: {
    question: 'Whether a foreign paper can use the A/R or A/P account in the home currency',
    choice: 'No: status 3210',
    why: 'The account must have the currency of the transaction.',
  },
  name: {
    question: 'What an A/R or A/P amount of a name in another currency returns',
    choice: 'Status 3210',
    why: 'The name must have the currency of the transaction.',
  },
  depositedPayment: {
    question: 'What a deposit of a payment in another currency returns',
    choice: 'Status 3210',
    why: 'All lines of a deposit must have its currency.',
  },
  homeAdjustment: {
    question: 'What a home currency adjustment without an account in a foreign currency returns',
    choice: 'Status 3210; otherwise it has the currency of that account and the rate of the day',
    why: 'A home currency adjustment needs an account in the foreign currency that it adjusts.',
  },
} as const satisfies Readonly<Record<string, RefusedCurrency>>

const currencyPractices: readonly CurrencyChoice[] = [
  {
    question: 'When QuickBooks adds “Exchange Gain or Loss” and the A/R and A/P accounts of a currency',
    choice: 'With the first transaction that needs them, as “Accounts Receivable - EUR”',
  },
  {
    question: 'Which currency a check or card charge has',
    choice: 'That of its customer or vendor, without one that of its account',
  },
  {
    question: 'What the amount of a transfer between currencies is in',
    choice: 'The foreign currency, at the rate of the day; two foreign currencies are refused as a foreign account is',
  },
  {
    question: 'Which rate a transaction gets on a day before the first rate',
    choice: 'The first rate; a currency without a rate needs an ExchangeRate (status 3150)',
  },
  { question: 'Which rate a transaction has after a Mod of its date', choice: 'The rate that it had' },
  {
    question: 'Where the cents go that are left when each amount is rounded to the home currency',
    choice: 'To “Exchange Gain or Loss”',
  },
  {
    question: 'What a partial payment takes from the home value of a paper',
    choice: 'The difference of two rounded sums at the rate of the paper, so that the last one leaves zero',
  },
  {
    question: 'On which transaction and day a realized gain is posted',
    choice: 'On the payment, credit or refund, on its date; a deposit posts the gain since the payment',
  },
  {
    question: 'What Balance and TotalBalance of accounts, customers and vendors are in',
    choice: 'The currency of the record',
  },
  {
    question: 'Which price an item has on a foreign sale or purchase',
    choice: 'Its price in the home currency divided by the rate',
  },
  {
    question: 'What the lines of a journal entry with IsAmountsEnteredInHomeCurrency return',
    choice: 'The home amounts that were sent; foreign amounts are these divided by the rate',
  },
  {
    question: 'What Debit, Credit, Amount and OpenBalance of detail reports are in, and Sales Price and Cost Price',
    choice: 'The home currency; prices are those of the lines',
  },
  {
    question: 'What the columns Currency and ExchangeRate of detail reports contain',
    choice: 'The full name of the currency, and the rate of the transaction; 1 for the home currency',
  },
  {
    question: 'When realized gains count on a cash basis',
    choice: 'With their payment; those of a credit in proportion to what is applied of it',
  },
]

/** Everything that no source says about foreign currencies. `docs/windows.md` lists it. */
export const unprovedCurrencyChoices: readonly CurrencyChoice[] = [
  ...Object.values(refusedCurrencies),
  ...currencyPractices,
]

/** Returns the status for a field's value that is rejected for a reason in the table. */
export function refuseCurrency(reason: keyof typeof refusedCurrencies, field: string, value: string): StatusError {
  return invalidField(field, value, refusedCurrencies[reason].why)
}
