import { execa } from 'execa'
import { z } from 'zod'
import { repository } from '../files/repository.ts'
import { CommandError } from '../terminal/command-error.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({ run: () => audit() })

interface AuditOptions {
  /** A folder with a package-lock.json; the repository by default. */
  readonly folder?: string
  /** A registry address; npm's configured one by default. */
  readonly registry?: string
  readonly print?: (line: string) => void
}

const severitySchema = z.enum(['info', 'low', 'moderate', 'high', 'critical'])

const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: severitySchema, range: z.string() })),
})

/** An npm error, such as a registry's without advisories. */
const failureSchema = z.object({ message: z.string() })
const notOffered = /\b(?:404|405|501)\b|ENOAUDIT/

/**
 * `npm run audit`: looks for advisories with severity high and above about a production install's packages, where the
 * registry offers them. Returns the exit code.
 *
 * @throws {CommandError} if the registry rejects the request
 */
export async function audit({
  folder = repository,
  registry,
  print = (line) => process.stdout.write(`${line}\n`),
}: AuditOptions = {}): Promise<number> {
  const options = ['--omit=dev', '--audit-level=high', '--json', ...(registry ? [`--registry=${registry}`] : [])]
  const { stdout, stderr } = await execa('npm', ['audit', ...options], { cwd: folder, reject: false })
  const output: unknown = parseJson(stdout)
  const report = reportSchema.safeParse(output)
  if (!report.success) {
    const message = failureSchema.safeParse(output).data?.message ?? stderr
    if (!notOffered.test(message)) throw new CommandError(`npm audit failed: ${message}`)
    print(`Nothing was checked: the registry offers no advisories (${message}). Run it with one that does.`)
    return 0
  }
  const severe = Object.entries(report.data.vulnerabilities).filter(([, { severity }]) => isSevere(severity))
  for (const [name, { severity, range }] of severe) print(`${name} ${range}: ${severity}`)
  print(`Advisories of severity high and above: ${severe.length}.`)
  return severe.length === 0 ? 0 : 1
}

function isSevere(severity: z.output<typeof severitySchema>): boolean {
  return severity === 'high' || severity === 'critical'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
