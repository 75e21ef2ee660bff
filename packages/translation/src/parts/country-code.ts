/** Ways to write a country in QuickBooks Desktop (US), without dots and in lower case, by the ISO 3166 code. */
const names: Readonly<Record<string, readonly string[]>> = {
  USA: ['us', 'usa', 'united states', 'united states of america', 'the united states'],
  ASM: ['as', 'american samoa'],
  CAN: ['ca', 'canada'],
  GBR: ['gb', 'uk', 'united kingdom', 'great britain', 'england', 'scotland', 'wales', 'northern ireland'],
  GUM: ['gu', 'guam'],
  MEX: ['mx', 'mexico', 'méxico'],
  MNP: ['mp', 'northern mariana islands'],
  PRI: ['pr', 'puerto rico'],
  VIR: ['vi', 'us virgin islands', 'virgin islands', 'united states virgin islands'],
}

const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([code, spellings]) => spellings.map((each) => [each, code])),
)

/** Returns a known country's code of three letters, as QBO does for a company's addresses; another text as it is. */
export function toCountryCode(text: string): string {
  return codes.get(text.trim().replaceAll('.', '').toLowerCase()) ?? text
}
