const address = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Invitations that the form sends at a time. */
export const maxAddresses = 20

/** Returns the distinct email addresses of a text, and its other words. */
export function parseAddresses(text: string): { readonly addresses: string[]; readonly invalid: string[] } {
  const words = new Set(
    text
      .split(/[\s,;]+/)
      .map((word) => word.replace(/^<|>$/g, '').toLowerCase())
      .filter((word) => word !== ''),
  )
  const all = [...words]
  return { addresses: all.filter((word) => address.test(word)), invalid: all.filter((word) => !address.test(word)) }
}
