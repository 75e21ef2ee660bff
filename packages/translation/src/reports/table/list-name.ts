/** A company file list whose records have names. */
export type ListName = 'account' | 'customer' | 'vendor' | 'employee' | 'item' | 'class'

/** A parameter restricting a report to a list's records. */
export type FilterName = 'customer' | 'vendor' | 'item' | 'class'
