/** Tells pages whether the request is local, which Next's own headers would hide. */
export const localHeader = 'x-local-request'
