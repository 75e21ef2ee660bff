/** The paths of links that people are sent. */
const linkPaths = /^\/(?:setup|invitations)\/[^/]+$|^\/(?:sign-in\/link|oauth2\/v1\/authorize)$/

/** A link's path here, a link to another service, or no link that people are sent. */
export type PastedLink =
  | { readonly kind: 'here'; readonly path: string }
  | { readonly kind: 'elsewhere'; readonly host: string }
  | { readonly kind: 'unknown' }

/** Finds the link in a pasted text, which may have words of an email around it. */
export function findLinkPath(text: string, origin: string): PastedLink {
  const [found] = /https?:\/\/[^\s<>"]+/.exec(text) ?? []
  const url = found === undefined ? undefined : URL.parse(found)
  if (!url || !linkPaths.test(url.pathname)) return { kind: 'unknown' }
  if (url.origin !== origin) return { kind: 'elsewhere', host: url.host }
  return { kind: 'here', path: url.pathname + url.search + url.hash }
}
