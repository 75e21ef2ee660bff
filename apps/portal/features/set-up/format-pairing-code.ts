/** Writes a pairing code in two groups, which are easier to read out and to type: `K7PM2-XQAC`. */
export function formatPairingCode(code: string): string {
  const middle = Math.ceil(code.length / 2)
  return `${code.slice(0, middle)}-${code.slice(middle)}`
}
