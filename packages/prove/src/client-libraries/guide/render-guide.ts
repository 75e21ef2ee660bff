import { capabilities, capabilityNames } from '../library/capabilities.ts'
import type { ClientLibrary } from '../library/client.ts'

/** A library as the guide shows it. */
export type ListedLibrary = Omit<ClientLibrary, 'connect'>

interface Listed {
  /** The libraries run in the tests. */
  readonly run: readonly ListedLibrary[]
  /** Libraries whose recorded requests the tests send. */
  readonly recorded: readonly ListedLibrary[]
  /** The libraries shown to work in euros. */
  readonly inEuros: readonly Pick<ListedLibrary, 'name'>[]
}

/** Renders `docs/guides/client-libraries.md` from the rows proven in the tests. */
export function renderGuide({ run, recorded, inEuros }: Listed): string {
  const all = [...run, ...recorded]
  return `# Client libraries

These client libraries of QuickBooks Online work with this service unmodified. This page says how to point each at it, and what each can and cannot do. Tests prove every line on a sandbox, and on company files that an agent and a QuickBooks Web Connector serve.

## Point a library at this service

\`base_url\` is the address of this service, without a trailing slash.

| Library | Language | Change |
| --- | --- | --- |
${all.map(({ name, version, language, address }) => `| ${name} ${version} | ${language} | ${address} |`).join('\n')}

The first ${run.length} run in the tests, those in Python and Ruby where they are installed. The requests of ${listNames(recorded)} were recorded with the library, and the tests send them again. [Formats](formats.md) says more about those in XML.

## App settings

Some libraries need a setting of the app, which is on its page in the portal ([what it does](formats.md#ids-and-fault-codes-as-numbers)).

| Library | Setting | Reason |
| --- | --- | --- |
| python-quickbooks | IDs and fault codes: numbers | Converts the \`Id\` of a record that it updates, and the code of each fault, with \`int\` |
| Intuit PHP SDK | Response format: XML; IDs: numbers | Reads only XML; its facades take an ID only if \`is_numeric\` |
| quickbooks-mcp 0.11.0 | IDs: numbers | Takes a customer by name or ID, and recognizes an ID by its digits |
| Airbyte | Fault codes: numbers | Its connector converts the code of each fault to a number |

## What works

| | ${all.map(({ name }) => name).join(' | ')} |
| --- |${' --- |'.repeat(all.length)}
${capabilityNames
  .map(
    (capability) =>
      `| ${capabilities[capability]} | ${all.map(({ limits }) => (limits[capability] === undefined ? 'yes' : 'no')).join(' | ')} |`,
  )
  .join('\n')}

Each row is a test: names with apostrophes and letters such as ö, an invoice created and sent back whole, every customer read in pages, a batch with one good and one stale item, changes since a time, a voided and a deleted invoice, a list of transactions as a report, and tokens that are refreshed and revoked.

In a company file with several currencies, ${listNames(inEuros)} also create a customer, an invoice and a payment in euros, send the invoice back whole, and find customers by currency.

## Limits and remarks

${all.map(renderRemarks).join('\n\n')}

## What no library can do

QuickBooks Desktop has no attachments, and does not send or print through its interface. \`upload\`, \`pdf\` and \`send\` return [\`UNSUPPORTED_BY_DESKTOP\`](/docs/errors/UNSUPPORTED_BY_DESKTOP) with the reason in every library. [Moving from QuickBooks Online](moving-from-quickbooks-online.md) lists the other differences.

## Other libraries

- Connectors that copy a company file into a data warehouse work: tests copy tables with the queries of the taps of Singer and hotglue, and get every record once.
- Any OAuth 2.0 library of your language works: \`requests-oauthlib\` and \`oauth2\` above know nothing of QuickBooks.
- Intuit's .NET SDK reads its addresses from a configuration: set the base URL to \`base_url + "/v3/company"\`, and the addresses of OAuth as [OAuth](oauth.md) lists them. The tests do not run it.
- Libraries that convert \`Id\` or fault codes to numbers need the [settings](#app-settings) of the app: IDs are texts such as \`80000001-1700000000\`, and codes of this service are words.
`
}

function listNames(libraries: readonly Pick<ListedLibrary, 'name'>[]): string {
  const names = libraries.map(({ name }) => name)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Renders a library's limits, with capabilities sharing a remark on one line. */
function renderRemarks({ name, limits, notes = {} }: ListedLibrary): string {
  const titles = new Map<string, string[]>()
  for (const capability of capabilityNames) {
    const text = limits[capability] ?? notes[capability]
    if (text !== undefined) titles.set(text, [...(titles.get(text) ?? []), capabilities[capability]])
  }
  const remarks = [...titles].map(([text, each]) => `- ${each.join('; ')}: ${text}`)
  return `### ${name}\n\n${remarks.length > 0 ? remarks.join('\n') : 'No limits.'}`
}
