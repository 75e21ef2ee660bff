/** For what is the same for everyone: proxies keep it for a minute, and browsers ask whether theirs is current. */
export const sharedCacheControl = 'public, max-age=0, s-maxage=60'
