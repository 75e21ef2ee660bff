import { type CountedBooks, type Found, round, sum } from './counted-books.fixture.ts'

/** A tool's structured result. */
// biome-ignore lint/suspicious/noExplicitAny: rows pick fields of any tool
type Result = any

/** A tool call; its input may use the result before it. */
export type Step = readonly [tool: string, input: object | ((before: Result) => object)]

/** A question, a host's tool calls, and the result counted from the company file's documents. */
export interface QuestionRow {
  readonly ask: string
  readonly steps: readonly Step[]
  readonly read: (result: Result) => unknown
  readonly expected: (books: CountedBooks) => unknown
}

/** The day of the tests' clock. */
const today = '2026-03-16'
const yearStart = '2026-01-01'

export const questions: readonly QuestionRow[] = [
  ...[
    ['customers', 'Customer', 'Customer'],
    ['vendors', 'Vendor', 'Vendor'],
    ['employees', 'Employee', 'Employee'],
    ['classes', 'Class', 'Class'],
  ].map(([what = '', entity = '', kind = '']): QuestionRow => countActive(what, entity, kind)),
  ...[
    ['invoices', 'Invoice', 'Invoice'],
    ['bills', 'Bill', 'Bill'],
    ['payments of customers', 'Payment', 'ReceivePayment'],
    ['estimates', 'Estimate', 'Estimate'],
    ['sales receipts', 'SalesReceipt', 'SalesReceipt'],
    ['purchase orders', 'PurchaseOrder', 'PurchaseOrder'],
    ['journal entries', 'JournalEntry', 'JournalEntry'],
    ['deposits', 'Deposit', 'Deposit'],
    ['credit memos', 'CreditMemo', 'CreditMemo'],
    ['time entries', 'TimeActivity', 'TimeTracking'],
  ].map(([what = '', entity = '', kind = '']): QuestionRow => countAll(what, entity, kind)),
  count('How many invoices are unpaid?', 'Invoice', [['Balance', '>', 0]], 'Invoice', ({ open }) => open > 0),
  count('How many bills are unpaid?', 'Bill', [['Balance', '>', 0]], 'Bill', ({ open }) => open > 0),
  count(
    'How many invoices are overdue?',
    'Invoice',
    [
      ['Balance', '>', 0],
      ['DueDate', '<', today],
    ],
    'Invoice',
    ({ open, due }) => open > 0 && due < today,
  ),
  count(
    'How many invoices are more than 60 days overdue?',
    'Invoice',
    [
      ['Balance', '>', 0],
      ['DueDate', '<', '2026-01-15'],
    ],
    'Invoice',
    ({ open, due }) => open > 0 && due < '2026-01-15',
  ),
  count(
    'How many invoices did we write in February?',
    'Invoice',
    [
      ['TxnDate', '>=', '2026-02-01'],
      ['TxnDate', '<=', '2026-02-28'],
    ],
    'Invoice',
    ({ date }) => date.startsWith('2026-02'),
  ),
  count(
    'How many invoices exceed 1,000?',
    'Invoice',
    [['TotalAmt', '>', 1000]],
    'Invoice',
    ({ total }) => total > 1000,
  ),
  count('How many bills exceed 2,000?', 'Bill', [['TotalAmt', '>', 2000]], 'Bill', ({ total }) => total > 2000),
  count(
    'How many bills are due this week?',
    'Bill',
    [
      ['Balance', '>', 0],
      ['DueDate', '>=', today],
      ['DueDate', '<=', '2026-03-22'],
    ],
    'Bill',
    ({ open, due }) => open > 0 && due >= today && due <= '2026-03-22',
  ),
  total('How much do our customers owe on invoices?', 'Invoice', 'Invoice'),
  total('How much do we owe on bills?', 'Bill', 'Bill'),
  extreme('Which amount has our largest invoice?', 'Invoice', 'TotalAmt DESC', 'TotalAmt', (books) =>
    Math.max(...books.find('Invoice').map((each) => each.total)),
  ),
  extreme('Which amount has our largest bill?', 'Bill', 'TotalAmt DESC', 'TotalAmt', (books) =>
    Math.max(...books.find('Bill').map((each) => each.total)),
  ),
  extreme('When did we write our first invoice?', 'Invoice', 'TxnDate ASC', 'TxnDate', (books) =>
    dates(books.find('Invoice')).at(0),
  ),
  extreme('When did the latest payment arrive?', 'Payment', 'TxnDate DESC', 'TxnDate', (books) =>
    dates(books.find('ReceivePayment')).at(-1),
  ),
  extreme('When was the latest bill?', 'Bill', 'TxnDate DESC', 'TxnDate', (books) => dates(books.find('Bill')).at(-1)),
  ...['Driftwood Gallery', 'Riverbend Dental Group', 'Carver Woodworks', 'Kingfisher Travel'].map(
    (name): QuestionRow => ({
      ask: `How much does ${name} owe?`,
      steps: [['find', { entity: 'Customer', where: [['DisplayName', '=', name]] }]],
      read: ({ records }) => records[0].Balance,
      expected: (books) => books.name('Customer', name),
    }),
  ),
  ...['Ashby Office Supply', 'Northern Steel Frames', 'Bayline Freight'].map(
    (name): QuestionRow => ({
      ask: `How much do we owe ${name}?`,
      steps: [['find', { entity: 'Vendor', where: [['DisplayName', '=', name]] }]],
      read: ({ records }) => records[0].Balance,
      expected: (books) => minus(books.name('Vendor', name)),
    }),
  ),
  ...['Checking', 'Undeposited Funds', 'Accounts Receivable', 'Inventory Asset'].map(
    (name): QuestionRow => ({
      ask: `What is the balance of ${name}?`,
      steps: [['find', { entity: 'Account', where: [['Name', '=', name]] }]],
      read: ({ records }) => records[0].CurrentBalance,
      expected: (books) => books.account(name),
    }),
  ),
  ...['Checking', 'Accounts Payable', 'Company Credit Card'].map(
    (name): QuestionRow => ({
      ask: `What does the trial balance show for ${name}?`,
      steps: [['run_report', { report: 'TrialBalance', parameters: { start_date: yearStart, end_date: today } }]],
      read: (report) => readTrialBalance(report, name),
      expected: (books) => books.account(name),
    }),
  ),
  ...['Product Income', 'Service Income', 'Rent'].map(
    (name): QuestionRow => ({
      ask: `How much ${name} did we have this year?`,
      steps: [['run_report', { report: 'ProfitAndLoss', parameters: { start_date: yearStart, end_date: today } }]],
      read: (report) => Number(findRow(report, name)?.at(-1)),
      expected: (books) => Math.abs(books.accountBetween(name, yearStart, today)),
    }),
  ),
  ...['Task Chair', 'Floor Lamp'].map(
    (name): QuestionRow => ({
      ask: `How many of ${name} are in stock?`,
      steps: [
        ['find', { entity: 'Item', where: [['Name', '=', name]], columns: ['Id'] }],
        ['get', ({ records }) => ({ entity: 'Item', id: records[0].Id })],
      ],
      read: ({ record }) => record.QtyOnHand,
      expected: (books) => books.quantity(name),
    }),
  ),
  ...['Driftwood Gallery', 'Riverbend Dental Group'].map(
    (name): QuestionRow => ({
      ask: `Which invoices of ${name} are unpaid?`,
      steps: [
        ['find', { entity: 'Customer', where: [['DisplayName', '=', name]], columns: ['Id'] }],
        [
          'find',
          ({ records }) => ({
            entity: 'Invoice',
            where: [
              ['CustomerRef', '=', records[0].Id],
              ['Balance', '>', 0],
            ],
          }),
        ],
      ],
      read: ({ records }) => records.map((each: Result) => each.DocNumber).sort(),
      expected: (books) =>
        books
          .find('Invoice', ({ partner, open }) => partner === name && open > 0)
          .map(({ number }) => number)
          .sort(),
    }),
  ),
]

function countActive(what: string, entity: string, kind: string): QuestionRow {
  return {
    ask: `How many active ${what} are there?`,
    steps: [['find', { entity, count: true }]],
    read: (result) => result.count,
    expected: (books) => books.countActive(kind),
  }
}

function countAll(what: string, entity: string, kind: string): QuestionRow {
  return count(`How many ${what} are there?`, entity, [], kind, () => true)
}

function count(
  ask: string,
  entity: string,
  where: readonly (readonly [string, string, string | number])[],
  kind: string,
  condition: (found: Found) => boolean,
): QuestionRow {
  return {
    ask,
    steps: [['find', { entity, where, count: true }]],
    read: (result) => result.count,
    expected: (books) => books.find(kind, condition).length,
  }
}

function total(ask: string, entity: string, kind: string): QuestionRow {
  return {
    ask,
    steps: [['find', { entity, where: [['Balance', '>', 0]], columns: ['Balance'], limit: 1000 }]],
    read: ({ records, next }) => (next === undefined ? sum(records.map((each: Result) => each.Balance)) : 'incomplete'),
    expected: (books) => sum(books.find(kind).map(({ open }) => Math.max(open, 0))),
  }
}

function extreme(
  ask: string,
  entity: string,
  order: string,
  column: string,
  expected: QuestionRow['expected'],
): QuestionRow {
  return {
    ask,
    steps: [['find', { entity, order, columns: [column], limit: 1 }]],
    read: ({ records }) => records[0][column],
    expected,
  }
}

function dates(found: readonly Found[]): readonly string[] {
  return found.map(({ date }) => date).sort()
}

function findRow({ rows }: Result, name: string): readonly string[] | undefined {
  return rows.find((row: Result) => row.cells[0] === name)?.cells
}

/** Returns the debit, or minus the credit. */
function readTrialBalance(report: Result, name: string): number {
  const [, debit = '', credit = ''] = findRow(report, name) ?? []
  return debit === '' ? minus(Number(credit)) : Number(debit)
}

function minus(amount: number): number {
  return amount === 0 ? 0 : round(-amount)
}
