/** A list of the company file whose records have names. */
export type ListName = 'account' | 'customer' | 'vendor' | 'employee' | 'item' | 'class'

/** A parameter that restricts a report to records of a list. */
export type FilterName = 'customer' | 'vendor' | 'item' | 'class'
