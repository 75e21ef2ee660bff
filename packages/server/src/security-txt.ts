import type { Dependencies } from '@bridge/platform/dependencies'
import type { Handler } from 'hono'

const dayMs = 86_400_000
/** Readers ask again after this time, in case the contact has changed. */
const validMs = 90 * dayMs

/** Serves RFC 9116's file, which says where to report a vulnerability, if the deployment has a contact. */
export function serveSecurityTxt({ config, clock }: Pick<Dependencies, 'config' | 'clock'>): Handler {
  const { securityContact, baseUrl } = config
  return (context) => {
    if (securityContact === undefined) return context.notFound()
    const lines = [
      `Contact: ${securityContact}`,
      // The same for a day, so copies can be compared.
      `Expires: ${new Date(Math.floor((clock().getTime() + validMs) / dayMs) * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ]
    return context.text(`${lines.join('\n')}\n`)
  }
}
