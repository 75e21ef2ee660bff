/** Returns a code's documentation address. Control-plane codes have a prefix. */
export function errorHref(code: string, path: string): string {
  return `/docs/errors/${path.startsWith('/admin/') ? 'admin-' : ''}${code}`
}
