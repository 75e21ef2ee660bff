import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Capability } from '../library/capabilities.ts'
import type { Client, ClientLibrary, Integration } from '../library/client.ts'
import { type FailingTests, failingPythonTests } from '../library/failing-tests.ts'
import { recordedClient } from './recorded-client.ts'
import { recordingSchema } from './recording.ts'

/** A library npm cannot install. What it sent in a walk was recorded and is sent again. */
export interface RecordingRow extends Omit<ClientLibrary, 'connect'> {
  /** The recording's file in this folder. */
  readonly file: string
  /** The recording of a walk in euros. */
  readonly inEuros?: InEuros
  /** The program running a checkout of the library. */
  readonly driver?: Driver
  /** The failures among the library's own tests, if its driver runs them. */
  readonly failingTests?: readonly FailingTests[]
}

/** How a library behaves in a company file with several currencies. */
export interface InEuros {
  /** The recording's file in this folder. */
  readonly file: string
  /** The exchange rate the library sends with an invoice for which the integration names none. */
  readonly ownRate?: number
}

/** A program that runs a library from a folder. */
export interface Driver {
  /** The interpreter, by full path where a namesake may come first. */
  readonly command: string
  /** The interpreter's arguments before the script. */
  readonly options?: (folder: string) => readonly string[]
  /** The script in `programs`. */
  readonly script: string
  /** A file that only this library's folder has. */
  readonly marker: string
}

/** A row for each recorded library. */
export const recordingRows: readonly RecordingRow[] = [
  {
    name: 'python-quickbooks',
    version: '0.9.12, with intuitlib 1.2.6',
    language: 'Python',
    address:
      'Set `QuickBooks.api_url_v3 = base_url + "/v3"`, and pass `base_url + "/.well-known/openid_configuration"` as the `environment` of `AuthClient`.',
    limits: {
      serviceFault:
        'Converts codes to numbers. Set the fault codes of the app to numbers; otherwise, `UNSUPPORTED_BY_DESKTOP` raises a `ValueError` that contains the code.',
    },
    notes: {
      create:
        'Sends `ExchangeRate: 1` with a new transaction, or 0 with a bill or credit memo. In a company file with several currencies, 1 is stored, and 0 is a fault unless `CurrencyRef` is the home currency: set `ExchangeRate` to the rate, or to `None` for the rate of the day.',
      sparseUpdate: 'Read the record first: the library sends every field that it knows.',
      fullUpdate:
        'Converts IDs to numbers. Set the IDs of the app to numbers, or add `quickbooks.mixins.int = lambda value: 1 if str(value) else 0` once.',
    },
    app: { ids: 'numeric' },
    file: 'python-quickbooks.json',
    inEuros: { file: 'python-quickbooks-in-euros.json', ownRate: 1 },
    driver: {
      // An environment with what the library depends on.
      command: '.venv/bin/python',
      script: 'python-quickbooks.py',
      marker: 'quickbooks/client.py',
    },
    failingTests: failingPythonTests,
  },
  {
    name: 'qbo_api',
    version: '3.0.3, with oauth2 1.4.4',
    language: 'Ruby',
    address:
      'Replace the constant `QboApi::V3_ENDPOINT_BASE_URL` with `"#{base_url}/v3/company/"`, and give `OAuth2::Client` the addresses of this service.',
    limits: {
      serviceFault:
        'A 422 response raises `Faraday::UnprocessableEntityError`: the code is in its `response[:body]`, not in `error_code`.',
      revoke: 'Not in version 1.4 of the gem oauth2: post the token to `/oauth2/v1/revoke`.',
    },
    notes: {
      sparseUpdate: 'Reads the record first and sends its `SyncToken`, so changes of others are not noticed.',
    },
    file: 'qbo-api.json',
  },
  {
    name: 'quickbooks-go',
    version: '2.0.0',
    language: 'Go',
    address:
      'The hosts are constants: give `http.DefaultTransport` a transport that sends requests for `*.api.intuit.com` to this service.',
    limits: {
      fullUpdate: 'Every update is sent with `sparse: true`.',
      batch: 'Not in the library.',
      changes: 'Not in the library.',
      report: 'Not in the library.',
    },
    notes: {
      sparseUpdate: 'Reads the record first and sends its `SyncToken`, so changes of others are not noticed.',
      query: "`FindCustomerByName` doubles apostrophes. Use `QueryCustomers`, and escape them with `\\'`.",
      pages: 'Pages have 1,000 records.',
    },
    file: 'quickbooks-go.json',
  },
  {
    name: 'n8n QuickBooks node',
    version: '2.41.2',
    language: 'TypeScript',
    address:
      'The host is a constant: let a proxy send requests for `quickbooks.api.intuit.com` to this service, and enter the addresses of OAuth in the credential.',
    limits: {
      fullUpdate: 'Every update is sent with `sparse: true`.',
      batch: 'Not in the node.',
      changes: 'Not in the node.',
      revoke: 'n8n does not revoke tokens.',
    },
    notes: {
      sparseUpdate: 'Reads the record first and sends its `SyncToken`, so changes of others are not noticed.',
      report: 'Only TransactionList.',
      pages: 'Pages have 1,000 records.',
    },
    file: 'n8n.json',
  },
  {
    name: 'quickbooks-ruby',
    version: '1.0.25, with oauth2 1.4.4',
    language: 'Ruby, XML',
    address:
      'Set `@base_uri` of each service to `base_url + "/v3/company"` with `instance_variable_set`, and give `OAuth2::Client` the addresses of this service.',
    limits: {
      report: 'Reads reports in XML, which this service does not have.',
      serviceFault: 'A 422 response raises a `RuntimeError`: the code is in the body in its message.',
      revoke: 'Not in version 1.4 of the gem oauth2: post the token to `/oauth2/v1/revoke`.',
    },
    file: 'quickbooks-ruby.json',
    driver: { command: '/usr/bin/ruby', script: 'quickbooks-ruby.rb', marker: 'quickbooks-ruby.gemspec' },
  },
  {
    name: 'Intuit PHP SDK',
    version: '6.3.1',
    language: 'PHP, XML',
    address:
      'Set `baseUrl` in `DataService::Configure`. The addresses of OAuth are constants of `CoreConstants`: replace them, or get tokens with another OAuth client. Set the *Response format* of the app to XML.',
    limits: {},
    notes: {
      sparseUpdate: 'Read the record first: the facade changes what was read.',
    },
    app: { responseFormat: 'xml', ids: 'numeric' },
    file: 'php-sdk.json',
    driver: { command: '/usr/bin/php', script: 'php-sdk.php', marker: 'src/DataService/DataService.php' },
  },
  {
    name: 'Intuit Java SDK',
    version: '6.4.2',
    language: 'Java',
    address:
      'Set `Config.BASE_URL_QBO` to `base_url + "/v3/company"`, and pass `base_url + "/.well-known/openid_configuration"` to `callDiscoveryAPI`. The SDK leaves out the port of an address.',
    limits: {},
    notes: { void: 'Sends `include=void`, which this service takes as `operation=void`.' },
    file: 'java-sdk.json',
    inEuros: { file: 'java-sdk-in-euros.json' },
    driver: {
      command: '/usr/bin/java',
      // The checkout is built, and its class path, with the packages that it depends on, is in this file.
      options: (folder) => ['-cp', readFileSync(path.join(folder, 'classpath.txt'), 'utf8').trim()],
      script: 'JavaSdk.java',
      marker: 'ipp-v3-java-devkit',
    },
  },
]

/** The libraries whose requests were recorded. */
export const recordedLibraries: readonly ClientLibrary[] = recordingRows.map(
  ({ file, inEuros: _inEuros, driver: _driver, ...library }) => ({
    ...library,
    connect: (integration, tag) => replay(file, library.limits, integration, tag),
  }),
)

/** The libraries whose walk in euros was recorded. */
export const recordedInEuros = recordingRows.flatMap(({ inEuros, name, app, limits }) =>
  inEuros === undefined
    ? []
    : [
        {
          name,
          app,
          ownRate: inEuros.ownRate,
          connect: (integration: Integration, tag: string) => replay(inEuros.file, limits, integration, tag),
        },
      ],
)

function replay(file: string, limits: ClientLibrary['limits'], integration: Integration, tag: string): Client {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return recordedClient(recordingSchema.parse(JSON.parse(text)), integration, tag, Object.keys(limits) as Capability[])
}
