const address = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Invitations sent by the form at a time. */
export const maxAddresses = 20

/** Returns a text's distinct email addresses, and its other words. */
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
