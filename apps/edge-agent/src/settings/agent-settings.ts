import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import { z } from 'zod'
import { pauseSettings } from '../pause/pause.ts'
import { SerialQueue } from '../queue/serial-queue.ts'
import {
  type CompanyFiles,
  type FilePairing,
  firstPairing,
  getRealmName,
  isFullPath,
  toWindowsPath,
} from '../quickbooks/company-files.ts'

const realmKey = z.string().refine((id) => parseRealmId(id) !== undefined, 'is not a realm ID')

const settingsSchema = z.object({
  /** The service's address. */
  url: z.url({ protocol: /^(http|ws)s?$/ }).optional(),
  /** Whether the agent opens QuickBooks, unattended, if it is closed: the realm's setting, as the service last said. */
  opensQuickBooks: z.boolean().default(false),
  /** The path to each realm's company file, by realm ID. */
  companyFiles: z
    .record(
      realmKey,
      z
        .string()
        .min(1)
        .max(1024)
        .refine(isFullPath, 'is not a full path: write the drive or server, as in "C:\\\\Books\\\\Company.qbw"')
        .transform(toWindowsPath),
    )
    .default({}),
  /** How each realm got its path, by realm ID; none for paths of an older agent or a person. */
  pairings: z
    .record(realmKey, z.object({ choice: z.int().nonnegative(), applicationName: z.string().max(100).optional() }))
    .optional(),
  /** The name of the company in QuickBooks' title while this path was open, by realm ID. */
  companyNames: z
    .record(z.string(), z.object({ path: z.string(), name: z.string() }))
    .optional()
    .catch(undefined),
  /** The files that were checked after their first session, and their QuickBooks, by realm ID. */
  checkedFiles: z
    .record(z.string(), z.object({ path: z.string(), product: z.string().max(100), release: z.string().max(20) }))
    .optional()
    .catch(undefined),
  /** Whether the realm allows recordings, as the service last said. */
  allowsRecording: z.boolean().optional().catch(undefined),
  /** Whether the agent subscribes to QuickBooks' events, as the service last said. */
  subscribesToEvents: z.boolean().optional().catch(undefined),
  /** Whether QuickBooks has the subscription. */
  isSubscribed: z.boolean().optional().catch(undefined),
  /** The recording that a person at the PC has begun. */
  recording: z.object({ until: z.iso.datetime() }).optional().catch(undefined),
  ...pauseSettings,
})

/** An installation's settings, `agent.json`. Fields this version does not know are dropped. */
export type AgentSettings = z.infer<typeof settingsSchema>

const maxSettingsCharacters = 64 * 1024

/** Reads the settings, or the defaults without a file. @throws {Error} naming the file and its problem */
export async function readAgentSettings(path: string): Promise<AgentSettings> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const cannotRead = (problem: string) => new Error(`${path} cannot be read: ${problem}. Correct or remove it.`)
  if (text.length > maxSettingsCharacters) throw cannotRead(`it is longer than ${maxSettingsCharacters} characters`)
  const result = settingsSchema.safeParse(parseJson(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.')
  if (!field) throw cannotRead('it is not a JSON object')
  const problem = issue?.code === 'custom' ? issue.message : 'is not valid'
  throw cannotRead(`the value of ${JSON.stringify(field)} ${problem}`)
}

function parseJson(text: string): unknown {
  try {
    // Editors on Windows may begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Writes the settings. The file is complete at any time. */
export async function writeAgentSettings(path: string, settings: AgentSettings): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${randomUUID()}.part`
  try {
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(settings, undefined, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Concurrent changes would overwrite each other. */
const changes = new SerialQueue()

/** Changes the settings, and keeps what a person changed in the meantime. @throws as reading and writing them does */
export function changeAgentSettings(path: string, change: (settings: AgentSettings) => AgentSettings): Promise<void> {
  return changes.run(async () => writeAgentSettings(path, change(await readAgentSettings(path))))
}

/** Returns the name by which QuickBooks knows the agent in a realm's file. */
export function findApplicationName({ pairings }: AgentSettings, realmId: RealmId): string {
  return pairings?.[realmId]?.applicationName ?? getRealmName(realmId)
}

/** Opens the company file paths in the settings. Storing one keeps what a person changes in the meantime. */
export async function openCompanyFiles(path: string): Promise<CompanyFiles> {
  let { companyFiles, pairings = {}, companyNames = {} } = await readAgentSettings(path)
  const change = async (realmId: RealmId, companyFile?: string, pairing?: FilePairing) => {
    await changeAgentSettings(path, (settings) => ({
      ...settings,
      companyFiles: withEntry(settings.companyFiles, realmId, companyFile),
      pairings: withEntry(settings.pairings ?? {}, realmId, pairing),
    }))
    companyFiles = withEntry(companyFiles, realmId, companyFile)
    pairings = withEntry(pairings, realmId, pairing)
  }
  return {
    find: (realmId: RealmId) => companyFiles[realmId],
    findPairing: (realmId) => pairings[realmId] ?? firstPairing,
    store: change,
    forget: (realmId) => change(realmId),
    // A name belongs to its path: a realm with another path starts without one.
    findCompany: (realmId) => {
      const company = companyNames[realmId]
      return company?.path === companyFiles[realmId] ? company?.name : undefined
    },
    storeCompany: async (realmId, name) => {
      const company = { path: companyFiles[realmId] ?? '', name }
      await changeAgentSettings(path, (settings) => ({
        ...settings,
        companyNames: withEntry(settings.companyNames ?? {}, realmId, company),
      }))
      companyNames = withEntry(companyNames, realmId, company)
    },
  }
}

function withEntry<Value>(
  entries: Record<string, Value>,
  key: string,
  value: Value | undefined,
): Record<string, Value> {
  const { [key]: _, ...others } = entries
  return value === undefined ? others : { ...others, [key]: value }
}
