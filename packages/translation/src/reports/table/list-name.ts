/** A company file list whose records have names. */
export type ListName = 'account' | 'customer' | 'vendor' | 'employee' | 'item' | 'class'

/** A parameter restricting a report to a list's records; `name` is a customer, a vendor or an employee. */
export type FilterName = 'customer' | 'vendor' | 'employee' | 'name' | 'item' | 'class' | 'account'
