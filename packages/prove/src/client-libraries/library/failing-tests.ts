/** Failures with one reason. */
export interface FailingTests {
  readonly reason: string
  readonly tests: readonly string[]
}

/**
 * The failures among python-quickbooks' own 65 integration tests, on a sandbox with numeric IDs and fault codes. They
 * compare what they read with what they sent, so ignoring a field that QuickBooks Desktop does not have, with a warning,
 * would let none of them pass.
 */
export const failingPythonTests: readonly FailingTests[] = [
  {
    reason: 'QuickBooks Desktop does not have the record',
    tests: [
      'test_attachable.AttachableTest.test_create_file',
      'test_attachable.AttachableTest.test_create_file_from_bytes',
      'test_attachable.AttachableTest.test_create_note',
      'test_attachable.AttachableTest.test_update_note',
      'test_creditcardpayment_entity.CreditCardPaymentEntityTest.test_create',
      'test_creditcardpayment_entity.CreditCardPaymentEntityTest.test_update',
      'test_recurringtransaction.RecurringTransactionTest.test_create_recurring_bill',
      'test_recurringtransaction.RecurringTransactionTest.test_create_recurring_invoice',
      'test_recurringtransaction.RecurringTransactionTest.test_delete_recurring_invoice',
      'test_recurringtransaction.RecurringTransactionTest.test_filter_by_type',
      'test_recurringtransaction.RecurringTransactionTest.test_get_all',
      'test_recurringtransaction.RecurringTransactionTest.test_update_recurring_invoice',
    ],
  },
  {
    reason: 'QuickBooks Desktop does not let integrations change the record so',
    tests: [
      'test_payment.PaymentTest.test_void',
      'test_taxagency.TaxAgencyTest.test_create',
      'test_taxservice.TaxServiceTest.test_create',
      'test_term.TermTest.test_update',
    ],
  },
  {
    reason: 'the account number has 11 characters, and QuickBooks Desktop stores 7',
    tests: [
      'test_account.AccountTest.test_create',
      'test_account.AccountTest.test_create_using_from_json',
      'test_account.AccountTest.test_update',
    ],
  },
  {
    reason: 'QuickBooks Desktop does not have a field of the record',
    tests: [
      'test_customer.CustomerTest.test_create',
      'test_estimate.EstimateTest.test_create',
      'test_invoice.InvoiceTest.test_invoice_link',
      'test_item.ItemTest.test_sku_in_all',
      'test_preferences.PreferencesTest.test_get',
      'test_preferences.PreferencesTest.test_update',
      'test_purchase.PurchaseOrderTest.test_create',
      'test_purchaseorder.PurchaseOrderTest.test_create',
      'test_refundreceipt.PaymentTest.test_create',
      'test_timeactivity.TimeActivityTest.test_create',
      'test_timeactivity.TimeActivityTest.test_update',
      'test_vendor.VendorTest.test_create',
    ],
  },
  {
    reason: 'the test refers to a record of the sandbox of QuickBooks Online: an ID of 1, or four tax codes',
    tests: [
      'test_bill.BillTest.test_create',
      'test_billpayment.BillPaymentTest.test_create',
      'test_billpayment.BillPaymentTest.test_void',
      'test_companycurrency.CompanyCurrencyTest.test_get',
      'test_taxcode.TaxCodeTest.test_get_all',
    ],
  },
  {
    reason: 'the sandbox has one currency, and no departments unless its settings say that classes are departments',
    tests: [
      'test_companycurrency.CompanyCurrencyTest.test_get_all',
      'test_department.DepartmentTest.test_create',
      'test_department.DepartmentTest.test_update',
      'test_exchangerate.ExchangeRateTest.test_query',
      'test_exchangerate.ExchangeRateTest.test_update',
    ],
  },
  {
    reason: 'the note of a voided record is `VOID:` instead of `Voided`',
    tests: ['test_salesreceipt.SalesReceiptTest.test_void'],
  },
  {
    reason:
      'the library sends SyncToken 0 for the record that it has just created, and the note of a voided record is `VOID:`',
    tests: ['test_invoice.InvoiceTest.test_void'],
  },
]
