/** Returns the address of a code's documentation. Codes of the control plane have a prefix. */
export function errorHref(code: string, path: string): string {
  return `/docs/errors/${path.startsWith('/admin/') ? 'admin-' : ''}${code}`
}
