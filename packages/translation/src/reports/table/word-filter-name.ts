/** A parameter restricting a report by types, in QBO's words. */
export type WordFilterName = 'account_type' | 'source_account_type' | 'transaction_type'
