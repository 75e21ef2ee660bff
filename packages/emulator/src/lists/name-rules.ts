import { getCustomerBalances, getVendorBalance } from '../books/balances.ts'
import { amountText } from '../books/decimal.ts'
import { separateContacts, toContacts } from './contacts.ts'
import { toDefaultReference } from './default-reference.ts'
import type { ListRules } from './kind-rules.ts'
import { addOpeningBalance } from './opening-balance.ts'

/** Customers and jobs. */
export const customerRules: ListRules = {
  requested: separateContacts,
  defaults: (_fields, { books }) => ({
    ...toDefaultReference(books, 'SalesTaxCodeRef', 'SalesTaxCode', 'Tax'),
    ...toDefaultReference(books, 'ItemSalesTaxRef', 'Item', 'Sales Tax'),
    JobStatus: 'None',
    PreferredDeliveryMethod: 'None',
  }),
  onAdd: addOpeningBalance,
  computed(customer, { books }) {
    const { own, total } = getCustomerBalances(books, customer)
    return { ...toContacts(customer.fields), Balance: amountText(own), TotalBalance: amountText(total) }
  },
}

/** Vendors. */
export const vendorRules: ListRules = {
  requested: separateContacts,
  onAdd: addOpeningBalance,
  computed: (vendor, { books }) => ({
    ...toContacts(vendor.fields),
    Balance: amountText(getVendorBalance(books, vendor)),
  }),
}
