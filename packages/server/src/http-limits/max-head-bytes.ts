/** The most that the first line and the headers of a request have together, except where a query is in the address. */
export const maxHeadBytes = 8 * 1024
