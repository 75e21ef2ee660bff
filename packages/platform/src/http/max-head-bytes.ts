/** The most bytes in a request's first line and headers, except where a query is in the address. */
export const maxHeadBytes = 8 * 1024
