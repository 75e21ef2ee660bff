/** The most the first line and a request's headers have together, except where a query is in the address. */
export const maxHeadBytes = 8 * 1024
