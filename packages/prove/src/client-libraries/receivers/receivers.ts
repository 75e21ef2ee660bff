import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A public integration that receives QuickBooks Online's webhooks. Its code that verifies signatures is run as it is. */
export interface Receiver {
  readonly name: string
  /** The commit that was run. */
  readonly version: string
  readonly language: string
  /** Runs the receiver's code for one request; its paths are in `receivers/programs`. */
  readonly command: readonly string[]
  /** The file with the code, which only this receiver's folder has. */
  readonly marker: string
  /** The recording's file in `receivers/recordings`. */
  readonly file: string
}

const javaClasses = [
  'jackson-annotations',
  'jackson-core',
  'jackson-databind',
  'jaxb-api',
  'slf4j-api',
  'commons-configuration',
  'commons-lang',
  'commons-logging',
].map((name) => `/usr/share/java/${name}.jar`)

const node = [process.execPath, '--no-warnings']

/** A row for each receiver. */
export const receivers: readonly Receiver[] = [
  {
    name: 'fylein/fyle-qbo-api',
    version: 'f00ef33 (2026-02-10)',
    language: 'Python',
    command: ['/usr/bin/python3', 'fyle-qbo-api.py'],
    marker: 'apps/workspaces/permissions.py',
    file: 'fyle-qbo-api.json',
  },
  {
    name: 'tommyhedley/fibery-quickbooks-app',
    version: '23c6fba (2025-07-15)',
    language: 'Go',
    command: ['/usr/bin/go', 'run', 'fibery-quickbooks-app.go'],
    marker: 'pkgs/app/handlers.go',
    file: 'fibery-quickbooks-app.json',
  },
  {
    name: 'lucrousseau/ellr-qbo-timesheet',
    version: '7174211 (2026-08-19)',
    language: 'PHP',
    command: ['/usr/bin/php', 'ellr-qbo-timesheet.php'],
    marker: 'backend/app/Services/QuickBooksWebhookVerifierService.php',
    file: 'ellr-qbo-timesheet.json',
  },
  {
    name: 'tx-joshg/recat-qbo',
    version: '8f2ba29 (2026-08-19)',
    language: 'TypeScript',
    command: [...node, 'recat-qbo.ts'],
    marker: 'server/src/routes/webhooks.ts',
    file: 'recat-qbo.json',
  },
  {
    name: 'Moof29/quickbooks-invoice-flow',
    version: 'b987ce6 (2025-11-20)',
    language: 'TypeScript',
    command: [...node, 'quickbooks-invoice-flow.ts'],
    marker: 'supabase/functions/qbo-webhook-handler/index.ts',
    file: 'quickbooks-invoice-flow.json',
  },
  {
    name: 'ejosterberg/opensalestax-quickbooks-online',
    version: '72c6dd4 (2026-05-19)',
    language: 'PHP',
    command: ['/usr/bin/php', 'opensalestax-quickbooks-online.php'],
    marker: 'src/Security/SignatureVerifier.php',
    file: 'opensalestax-quickbooks-online.json',
  },
  {
    name: 'intuit/QuickBooks-V3-Java-SDK',
    version: '79b5a3c (2024-10-21)',
    language: 'Java',
    command: ['/usr/bin/java', '-classpath', javaClasses.join(':'), 'JavaSdkReceiver.java'],
    marker: 'ipp-v3-java-devkit/src/main/java/com/intuit/ipp/services/WebhooksService.java',
    file: 'java-sdk.json',
  },
  {
    name: 'minimul/qbo_api, its example app',
    version: '34abd0e (2025-06-24)',
    language: 'Ruby',
    command: ['/usr/bin/ruby', 'qbo-api.rb'],
    marker: 'example/base.rb',
    file: 'qbo-api.json',
  },
]

/**
 * Finds out which receiver a folder has.
 *
 * @throws Error if no program knows the folder
 */
export function findReceiver(folder: string): Receiver {
  const found = receivers.find(({ marker }) => existsSync(path.join(folder, marker)))
  if (found !== undefined) return found
  const known = receivers.map(({ name, marker }) => `${name} (${marker})`)
  throw new Error(`${folder} has none of ${known.join(', ')}.`)
}

/** Returns a file of a receiver: its program or its recording. */
export function getReceiverPath(folder: 'programs' | 'recordings', file: string): string {
  return fileURLToPath(new URL(`${folder}/${file}`, import.meta.url))
}
