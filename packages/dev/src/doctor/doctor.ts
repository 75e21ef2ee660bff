import { connectDatabase } from '@bridge/database'
import { inspectEnvironment } from '@bridge/environment'
import { environment } from '@bridge/portal/env'
import { agentReleaseCheck } from './agent-release-check.ts'
import { clockCheck } from './clock-check.ts'
import { databaseCheck } from './database-check.ts'
import type { Check, Deployment } from './deployment.ts'
import { type Finding, problem, unused } from './finding.ts'
import { mailCheck } from './mail-check.ts'
import { neighborChecks } from './neighbors-check.ts'
import { openIdConnectCheck } from './open-id-connect-check.ts'
import { publicAddressCheck } from './public-address-check.ts'
import { settingsCheck } from './settings-check.ts'
import { stripeCheck } from './stripe-check.ts'

/** A check with what it found. */
export interface Diagnosis {
  readonly title: string
  readonly findings: readonly Finding[]
}

const checks: readonly Check[] = [
  settingsCheck,
  databaseCheck,
  clockCheck,
  ...neighborChecks,
  publicAddressCheck,
  mailCheck,
  openIdConnectCheck,
  stripeCheck,
  agentReleaseCheck,
]

/** Longer than any connection that a check waits for. */
const timeoutMs = 20_000

/**
 * Examines a deployment from this machine, with a server's variables. It changes nothing.
 *
 * @param variables as the server gets them
 */
export async function examine(
  variables: Readonly<Record<string, string | undefined>>,
  clock: () => Date = () => new Date(),
): Promise<readonly Diagnosis[]> {
  const { values: settings } = inspectEnvironment(environment, variables)
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT ?? 3000}`
  const database = connectDatabase(settings.DATABASE_URL ?? 'postgresql://unset.invalid/', { maxConnections: 2 })
  const deployment: Deployment = { variables, settings, baseUrl, clock, database }
  try {
    return await Promise.all(checks.map((check) => run(check, deployment)))
  } finally {
    await database.$disconnect()
  }
}

async function run({ title, needs, examine }: Check, deployment: Deployment): Promise<Diagnosis> {
  const missing = needs.filter((name) => deployment.settings[name] === undefined)
  if (missing.length > 0) return { title, findings: [unused(`Not examined: ${missing.join(' and ')} is not valid.`)] }
  const { promise: late, resolve } = Promise.withResolvers<readonly Finding[]>()
  const timer = setTimeout(
    () =>
      resolve([problem(`No result within ${timeoutMs / 1000} s.`, 'Something responds too slowly, or not at all.')]),
    timeoutMs,
  )
  try {
    return { title, findings: await Promise.race([examine(deployment), late]) }
  } catch (error) {
    return { title, findings: [problem(describeError(error), 'Correct what is reported above first, then try again.')] }
  } finally {
    clearTimeout(timer)
  }
}

function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return `It could not be examined: ${message.trim().split('\n').at(-1)}`
}

const marks = { ok: '✓', unused: '–', warning: '!', problem: '✗' } as const

/** Formats the report, one line for each finding, with the advice below. */
export function formatReport(diagnoses: readonly Diagnosis[]): string {
  const width = Math.max(...diagnoses.map(({ title }) => title.length))
  const lines = diagnoses.flatMap(({ title, findings }) =>
    findings.flatMap(({ state, text, advice }, index) => [
      `${marks[state]} ${(index === 0 ? title : '').padEnd(width)}  ${text}`,
      ...(advice === undefined ? [] : [`  ${' '.repeat(width)}  → ${advice}`]),
    ]),
  )
  return [...lines, '', summarize(diagnoses), ''].join('\n')
}

function summarize(diagnoses: readonly Diagnosis[]): string {
  const count = (state: Finding['state']) =>
    diagnoses.flatMap(({ findings }) => findings).filter((each) => each.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems + warnings === 0) return 'No problems.'
  return `Problems: ${problems}. Warnings: ${warnings}.`
}

/** Returns whether something does not work. */
export function hasProblem(diagnoses: readonly Diagnosis[]): boolean {
  return diagnoses.some(({ findings }) => findings.some(({ state }) => state === 'problem'))
}
